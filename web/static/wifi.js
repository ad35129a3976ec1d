// The house's Wi-Fi: its owner types it, and the table leaves its own one for it.

import { post } from "./net.js";
import { S } from "./strings.js";
import { toast } from "./toast.js";

const form = document.querySelector("form");

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const { ssid, password, pin } = form.elements;
  const answer = await post("/api/wifi", { ssid: ssid.value, password: password.value, pin: pin.value });
  if (!answer.ok) return toast(answer.body.error ?? (answer.status ? S.trouble : S.lost));
  toast("");
  password.value = "";
  form.hidden = true;
  document.getElementById("tries").hidden = false;
});
