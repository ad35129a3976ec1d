// A question or a wish to the server, where nothing more is known of the table than its address.

/** Post what is wished for. Resolves {ok, status, body}; status 0: nobody answered. */
export async function post(path, body = {}) {
  try {
    const answer = await fetch(path, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-Familiar": "1" },
      body: JSON.stringify(body),
    });
    return { ok: answer.ok, status: answer.status, body: await answer.json().catch(() => ({})) };
  } catch { return { ok: false, status: 0, body: {} }; }
}
