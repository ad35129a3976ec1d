// What the pages share that lead somebody at the table: their panes, what is said aloud, wishes, and the link.

import { h, refresh } from "./dom.js";
import { Link } from "./net.js";
import { S } from "./strings.js";
import { reachable, toast } from "./toast.js";

export const root = document.getElementById("app");
const sayBox = document.getElementById("say");
const panes = new Map();
let link = null;

export function pane(parent, name, tag = "section") {
  if (!panes.has(name)) {
    panes.set(name, h(tag, { class: `pane pane-${name}` }));
    parent.append(panes.get(name));
  }
  return panes.get(name);
}

export const show = (parent, name, shown, build, tag) => refresh(pane(parent, name, tag), shown, build);

export function invite(title) {
  const code = document.getElementById("join");
  return code ? h("div", { class: "panel join" }, h("h2", {}, title), code.content.cloneNode(true)) : [];
}

export function say(words) {
  if (sayBox.textContent !== words) sayBox.textContent = words;
}

export async function send(path, body) {
  const answer = await link.post(path, body);
  toast(answer.ok ? "" : answer.status === 409 ? S.stale : answer.body.error ?? S.trouble);
  return answer.ok;
}

// Show each state that comes, until the one that ends it all.
export function follow(onState) {
  let over = false;
  const reach = reachable(S.lost);
  link = new Link({
    watch: false,
    onState: (fresh) => {
      onState(fresh);
      over = fresh.phase === "over";
      if (over) link.end();
    },
    onReach: (reached) => { if (!over) reach(reached); },
  });
  link.start();
}
