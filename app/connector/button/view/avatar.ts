import { html, type TemplateResult } from "lit"
import { type ButtonFace, holderName, monogram } from "../words"

/** Picture, or initials of the name. */
export const avatar = (
  button: Pick<ButtonFace, "accounts" | "holder" | "personaLabel"> & { readonly avatarUrl: string }
): TemplateResult =>
  button.avatarUrl === ""
    ? html`<span class="avatar" aria-hidden="true">${monogram(holderName(button))}</span>`
    : html`<img class="avatar" src=${button.avatarUrl} alt="" />`
