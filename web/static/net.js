// The one road to the table: states come in by the stream (or by polling), wishes go out by POST.

const POLL_MS = 3000;
const STREAM_AGAIN_MS = 20000;
// The table's stream beats every 12 s; two beats missed are a road that is gone without a word.
const SILENCE_MS = 30000;
const AGAIN_MS = 3000;
// Who rests a finger on the page sees it go on all the same.
const PRESSED_MS = 1000;

// A key that is drawn anew between press and release swallows the click: a state that comes in meanwhile waits.
let pressed = null;
let later = null;

function release() {
  clearTimeout(pressed);
  pressed = null;
  const call = later;
  later = null;
  call?.();
}

addEventListener("pointerdown", () => {
  clearTimeout(pressed);
  pressed = setTimeout(release, PRESSED_MS);
}, true);
// The click comes right after the release, before the next task.
for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => setTimeout(release), true);

/** Call at once, or, while a key may be pressed, after that; of several only the last. */
function unpressed(call) {
  if (pressed === null) call();
  else later = call;
}

/** Load the page anew once the table answers: else the browser's own page would take its place, and stay. */
export function reload() {
  setTimeout(async () => {
    const answer = await fetch("", { method: "HEAD", cache: "no-store" }).catch(() => null);
    if (answer?.ok) location.reload();
    else reload();
  }, AGAIN_MS);
}

// This script runs before the page's own, and hears where that cannot begin: one that it needs was lost on the way.
addEventListener("error", ({ target }) => target.localName === "script" && reload(), true);

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

export class Link {
  constructor({ watch, onState, onReach }) {
    this.query = watch ? "?as=watch" : "";
    this.onState = onState;
    this.onReach = onReach;
    // Of the state that is shown, and of the newest that came.
    this.number = null;
    this.newest = null;
    this.source = null;
    this.timer = null;
    this.heard = 0;
    this.ended = false;
    addEventListener("offline", () => this.onReach(false));
    addEventListener("online", () => this.start());
    // A phone that was asleep may have lost its stream unnoticed.
    document.addEventListener("visibilitychange", () => this.listen());
    // What the browser brought back has been out of the world: its stream may be closed, and what it shows is of that time.
    addEventListener("pageshow", ({ persisted }) => persisted && this.start());
    setInterval(() => this.listen(), SILENCE_MS / 6);
  }

  /** Begin anew where the stream has been silent for too long; a clock that was set back tells nothing of it. */
  listen() {
    if (this.ended || document.hidden || this.source?.readyState === EventSource.CLOSED || Math.abs(Date.now() - this.heard) < SILENCE_MS) return;
    this.onReach(false);
    this.start();
  }

  start() {
    if (this.ended) return;
    this.source?.close();
    clearTimeout(this.timer);
    this.heard = Date.now();
    this.source = new EventSource(`/live${this.query}`);
    this.source.onmessage = (event) => this.take(JSON.parse(event.data));
    this.source.addEventListener("beat", () => this.hear());
    this.source.onerror = () => {
      // A refused stream (all places taken) closes for good: then ask again and again instead, which tells whether anybody answers.
      if (this.source.readyState === EventSource.CLOSED) this.poll(Date.now() + STREAM_AGAIN_MS);
      else this.onReach(false);
    };
  }

  /** Ask no more: what is on the other side has ended. */
  end() {
    this.ended = true;
    this.source?.close();
    clearTimeout(this.timer);
  }

  async poll(until) {
    const { source } = this;
    const state = await fetch(`/state${this.query}`, { cache: "no-store" }).then((answer) => answer.ok && answer.json()).catch(() => null);
    // A stream that was begun meanwhile may have brought a newer state.
    if (this.ended || source !== this.source) return;
    this.timer = setTimeout(() => (Date.now() > until ? this.start() : this.poll(until)), POLL_MS);
    if (state) this.take(state);
    else this.onReach(false);
  }

  /** Something came from the table. */
  hear() {
    this.heard = Date.now();
    this.onReach(true);
  }

  take(state) {
    this.hear();
    // This page was opened before the table was updated: what it asks for next may no longer be there.
    if (state.pages && !import.meta.url.includes(`/${state.pages}/`)) return location.reload();
    this.newest = state.number;
    unpressed(() => {
      this.number = state.number;
      this.onState(state);
    });
  }

  /** Ask for something that is not in every state. Returns {ok, status, body}. */
  async get(path) {
    try {
      const answer = await fetch(`${path}${this.query}`, { cache: "no-store" });
      return { ok: answer.ok, status: answer.status, body: await answer.json().catch(() => ({})) };
    } catch {
      this.onReach(false);
      return { ok: false, status: 0, body: {} };
    }
  }

  /** Post a wish; `seen` in it is the number of the state it was chosen in, where that is not the newest. Returns {ok, status, body}; a stale one has brought the fresh state with it. */
  async post(path, body = {}) {
    const answer = await post(`${path}${this.query}`, { ...body, seen: body.seen ?? this.number });
    if (!answer.status) this.onReach(false);
    // The stream may have brought a newer state while this answer was on its way.
    const { state } = answer.body;
    if (state && !(state.number < this.newest)) this.take(state);
    return answer;
  }
}
