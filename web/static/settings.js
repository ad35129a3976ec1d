// What this device keeps for itself: its language, its colours, its voice. The frame of every page brings the form.

import { gear } from "./cards.js";
import { button, h, openDialog } from "./dom.js";
import { S } from "./strings.js";
import { toast } from "./toast.js";
import { canSpeak, setVoice, speaks } from "./voice.js";

const YEAR_S = 31536000;

const form = document.getElementById("settings");

async function chooseLanguage(language) {
  try {
    const answer = await fetch("/api/language", {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-Familiar": "1" },
      body: JSON.stringify({ language: language || null }),
    });
    if (answer.ok) location.reload();
    else toast((await answer.json()).error);
  } catch { toast(S.lost); }
}

function chooseLook(look) {
  document.cookie = `familiar_look=${look}; path=/; max-age=${look ? YEAR_S : 0}; samesite=strict`;
  location.reload();
}

function openSettings() {
  openDialog(form.dataset.title, S.close, () => {
    const fields = form.content.cloneNode(true);
    const field = (name) => fields.querySelector(`[name=${name}]`);
    const [language, look, voice] = ["language", "look", "voice"].map(field);
    language.addEventListener("change", () => chooseLanguage(language.value));
    look.addEventListener("change", () => chooseLook(look.value));
    const label = voice.closest("label");
    label.hidden = !canSpeak;
    voice.checked = speaks();
    voice.addEventListener("change", () => setVoice(voice.checked, label.textContent.trim()));
    return h("div", { class: "settings" }, fields);
  });
}

/** The key in a page's bar that opens them. */
export const settingsKey = () => button(gear(), openSettings, { class: "quiet circle settings-key", "aria-label": form.dataset.title, "aria-haspopup": "dialog", "data-focus": "settings" });
