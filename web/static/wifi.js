// The house's Wi-Fi: its owner types it, and the table leaves its own one for it.

import { S } from "./strings.js";
import { toast } from "./toast.js";

const form = document.querySelector("form");

async function post(path, body) {
  try {
    const answer = await fetch(path, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-Familiar": "1" },
      body: JSON.stringify(body),
    });
    return { ok: answer.ok, status: answer.status, body: await answer.json().catch(() => ({})) };
  } catch { return { ok: false, status: 0, body: { error: S.lost } }; }
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const { ssid, password, pin } = form.elements;
  const answer = await post("/api/wifi", { ssid: ssid.value, password: password.value, pin: pin.value });
  if (!answer.ok) return toast(answer.body.error ?? S.trouble);
  toast("");
  password.value = "";
  form.hidden = true;
  document.getElementById("tries").hidden = false;
});
