// What this device keeps for itself: its language, its colours, its voice. The frame of every page brings the form.

import { h, openDialog } from "./dom.js";
import { post } from "./net.js";
import { canSpeak, setVoice } from "./speech.js";
import { S } from "./strings.js";
import { toast } from "./toast.js";
import { keepVoice, voice } from "./voice.js";

const YEAR_S = 31536000;

const form = document.getElementById("settings");

async function wish(path, body) {
  const answer = await post(path, body);
  if (!answer.ok) toast(answer.body.error ?? S.lost);
  return answer.ok;
}

async function chooseLanguage(language) {
  if (await wish("/api/language", { language: language || null })) location.reload();
}

/** Let the owner switch a part of the table, its speaker or its bid wheels, where there is one; `spoken`: the speaker's languages. */
async function offer(name, key, spoken) {
  const answer = await fetch(`/${name}`, { cache: "no-store" }).catch(() => null);
  const { there, on, language } = answer?.ok ? await answer.json() : {};
  for (const one of [key, spoken]) if (one) one.closest("label").hidden = !there;
  key.checked = on;
  key.addEventListener("change", async () => { if (!(await wish(`/api/${name}`, { on: key.checked }))) key.checked = !key.checked; });
  if (!spoken) return;
  spoken.value = language;
  spoken.addEventListener("change", () => wish(`/api/${name}`, { language: spoken.value }));
}

function chooseLook(look) {
  document.cookie = `familiar_look=${look}; path=/; max-age=${look ? YEAR_S : 0}; samesite=strict`;
  // A browser may write it in its own time, and has once it is read: a reload must not overtake it.
  if (document.cookie.includes("familiar_look=") === Boolean(look)) location.reload();
}

export function openSettings() {
  openDialog(form.dataset.title, S.close, () => {
    const fields = form.content.cloneNode(true);
    const field = (name) => fields.querySelector(`[name=${name}]`);
    const [language, look, said, speaker, spoken, wheels] = ["language", "look", "voice", "speaker", "spoken", "wheels"].map(field);
    language.addEventListener("change", () => chooseLanguage(language.value));
    look.addEventListener("change", () => chooseLook(look.value));
    if (!canSpeak) for (const each of said.querySelectorAll("[value=wins], [value=all]")) each.remove();
    said.value = voice();
    said.addEventListener("change", () => { keepVoice(said.value); setVoice(said.value, said.selectedOptions[0].text); });
    if (speaker) offer("speaker", speaker, spoken);
    if (wheels) offer("wheels", wheels);
    return h("div", { class: "settings" }, fields);
  });
}
