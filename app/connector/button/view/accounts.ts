/** View of what the person shares: persona data and accounts. */
import { html, nothing, svg, type TemplateResult } from "lit"
import type { Account } from "../../schema/Account"
import type { Emit } from "../events"
import type { PersonaLine } from "../properties"
import { monogram } from "../words"
import { icons } from "./icons"
import { shortAddress } from "./words"

const FIELD: Readonly<Record<PersonaLine["field"], string>> = {
  fullName: "Name",
  emailAddress: "E-mail",
  phoneNumber: "Phone"
}

const fact = (name: string, value: string) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`

/** The persona's label replaces a name that was not requested. */
export const personaFacts = (label: string, lines: ReadonlyArray<PersonaLine>): TemplateResult =>
  html`<dl class="facts">
    ${label === "" || lines.some(({ field }) => field === "fullName") ? nothing : fact("Persona", label)} ${lines.map(({ field, value }) => fact(FIELD[field], value))}
  </dl>`

/** One of twelve colours, as in the wallet. */
const seal = ({ appearanceId, label }: Account) =>
  html`<svg class="seal" data-hue=${Math.abs(Math.trunc(appearanceId)) % 12} viewBox="0 0 64 64" aria-hidden="true">
    ${svg`<circle cx="32" cy="32" r="30.5" stroke-width="1.5" /><circle cx="32" cy="32" r="26" stroke-width="4.5" stroke-dasharray="2 2" /><circle cx="32" cy="32" r="21.5" stroke-width="1" /><text x="32" y="38">${monogram(label)}</text>`}
  </svg>`

interface Options {
  readonly hasExplorer: boolean
  /** The address that was just copied. */
  readonly copied: string
  readonly copy: (address: string) => void
  readonly emit: Emit
}

const account = (shared: Account, { copied, copy, emit, hasExplorer }: Options) => {
  const { address, label } = shared
  return html`<li part="account">
    ${seal(shared)}
    <span><b>${label}</b><br /><span class="mono" title=${address}>${shortAddress(address)}</span></span>
    <span class="row">
      ${copied === address ? html`<small role="status">Copied</small>` : nothing}
      <button class="quiet icon-only" type="button" aria-label=${`Copy the address of ${label}`} @click=${() => copy(address)}>
        ${icons.copy}
      </button>
      ${
        hasExplorer
          ? html`<button
              class="quiet icon-only"
              type="button"
              aria-label=${`${label} in the explorer`}
              @click=${() => emit("link-click", { type: "account", data: address })}
            >
              ${icons.outside}
            </button>`
          : nothing
      }
    </span>
  </li>`
}

export const accountList = (accounts: ReadonlyArray<Account>, options: Options): TemplateResult =>
  html`<ul class="accounts" aria-label="Accounts">${accounts.map((shared) => account(shared, options))}</ul>`
