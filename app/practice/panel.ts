/**
 * The practice wallet's screen: a small panel in the page's corner in place of the phone. It asks in words, lets the
 * user pick accounts and edit data, and never blocks the page, where a request can still be cancelled.
 */
import { Effect, Layer } from "effect"
import type { Choice } from "./approve"
import { countProblem, type Question } from "./ask"
import type { Keys, PersonData } from "./keys"
import { type Held, Person, type Shown } from "./Person"
import { button, choice, el, field } from "./panel/dom"
import { panelStyle } from "./panel/style"
import { short } from "./words"

/** The frame: clearly marked, in the top layer, and isolated from the page's styles. */
const openFrame = (document: Document, title: string, onEscape: () => void, ...content: ReadonlyArray<Node>) => {
  const before = document.activeElement
  const host = document.createElement("practice-wallet")
  const shadow = host.attachShadow({ mode: "open" })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(panelStyle)
  shadow.adoptedStyleSheets = [sheet]
  const frame = el(
    "section",
    { role: "dialog", "aria-labelledby": "mark title", popover: "manual", tabindex: "-1" },
    el("p", { class: "mark", id: "mark" }, "Practice wallet"),
    el("h2", { id: "title" }, title),
    ...content
  )
  frame.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return
    event.stopPropagation()
    onEscape()
  })
  shadow.append(frame)
  document.body.append(host)
  if (typeof frame.showPopover === "function") frame.showPopover()
  frame.focus({ preventScroll: true })

  return () => {
    const hadFocus = document.activeElement === host
    host.remove()
    // If the page has moved the focus meanwhile, it stays there.
    if (hadFocus && before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
  }
}

const accountPicker = ({ counts }: Question, { accounts }: Keys) => {
  const isSingle = counts.some(({ quantifier, quantity }) => quantifier === "exactly" && quantity === 1)
  const least = Math.max(1, ...counts.map(({ quantity }) => quantity))
  const picks = accounts.map(({ address, label }, index) =>
    choice([el("b", {}, label), el("small", {}, short(address))], {
      type: isSingle ? "radio" : "checkbox",
      value: address,
      checked: index < least
    })
  )
  return {
    element: el("fieldset", {}, el("legend", {}, "Accounts to share"), ...picks.map(([row]) => row)),
    chosen: () => picks.filter(([, input]) => input.checked).map(([, input]) => input.value)
  }
}

const personEditor = ({ fields }: Pick<Question, "fields">, person: PersonData) => {
  const given = field("Given names", person.givenNames)
  const family = field("Family name", person.familyName)
  const email = field("E-mail", person.email, "email")
  const phone = field("Phone", person.phone, "tel")
  const rows = [...(fields.includes("name") ? [given, family] : []), ...(fields.includes("email") ? [email] : [])]
  if (fields.includes("phone")) rows.push(phone)
  return {
    element: el(
      "fieldset",
      {},
      el("legend", {}, "Your data (made up; change it as you like)"),
      ...rows.map(([row]) => row)
    ),
    person: (): PersonData => ({
      givenNames: given[1].value,
      familyName: family[1].value,
      email: email[1].value,
      phone: phone[1].value
    })
  }
}

const decide = (document: Document, ask: Question, { keys, person }: Shown): Effect.Effect<Choice> =>
  Effect.async((resume) => {
    const accounts = accountPicker(ask, keys)
    const editor = personEditor(ask, person)
    const problem = el("p", { class: "problem", id: "problem", role: "status" })
    const yes = button("Approve", "primary", undefined)
    yes.setAttribute("aria-describedby", "problem")
    const end = (decided: Choice) => {
      close()
      resume(Effect.succeed(decided))
    }
    const refuse = () => end({ isApproved: false })
    const check = () => {
      const wrong = countProblem(ask.counts, accounts.chosen().length) ?? ""
      problem.textContent = wrong
      yes.disabled = wrong !== ""
    }
    const form = el(
      "form",
      {},
      el("ul", {}, ...ask.lines.map((line) => el("li", {}, line))),
      ask.manifest !== undefined &&
        el(
          "details",
          {},
          el("summary", {}, "Transaction manifest (advanced)"),
          el("pre", { tabindex: "0" }, ask.manifest)
        ),
      ask.counts.length > 0 && accounts.element,
      ask.fields.length > 0 && editor.element,
      problem,
      el("p", { class: "acts" }, button("Refuse", "plain", refuse), yes),
      el("p", { class: "note" }, "The keys stay in this browser and control no real money.")
    )
    form.addEventListener("change", check)
    form.addEventListener("submit", (event) => {
      event.preventDefault()
      end({ isApproved: true, accounts: accounts.chosen(), person: editor.person() })
    })
    check()
    const close = openFrame(document, `${new URL(ask.origin).host} wants you to`, refuse, form)
    return Effect.sync(close)
  })

const holdings = (held: Held, address: string) => {
  const lines = held?.get(address)
  if (lines === undefined) return el("small", {}, "The ledger is not responding.")
  return el("small", { class: "held" }, lines.length === 0 ? "No test tokens yet." : lines.join(" · "))
}

/** The whole address, to be copied by a click or by hand. */
const addressLine = (label: string, address: string, report: (news: string) => void) => {
  const copy = button("Copy", "plain", () =>
    Promise.resolve(navigator.clipboard?.writeText(address)).then(
      () =>
        report(navigator.clipboard === undefined ? "Select the address and copy it." : `Address of ${label} copied.`),
      () => report("Select the address and copy it.")
    )
  )
  copy.setAttribute("aria-label", `Copy the address of ${label}`)
  return el("span", { class: "address" }, el("code", {}, address), copy)
}

const showWallet = (
  document: Document,
  { held, keys }: Shown & { readonly held: Held },
  news: string
): Effect.Effect<"away" | "tokens"> =>
  Effect.async((resume) => {
    const end = (how: "away" | "tokens") => {
      close()
      resume(Effect.succeed(how))
    }
    const putAway = () => end("away")
    const reported = el("p", { role: "status" }, news)
    const report = (words: string) => {
      reported.textContent = words
    }
    const away = button("Close", "plain", putAway)
    away.setAttribute("aria-label", "Close the practice wallet")
    const { label, address } = keys.persona
    const rows = [
      ...keys.accounts.map((account) =>
        el(
          "li",
          {},
          el("b", {}, account.label),
          addressLine(account.label, account.address, report),
          holdings(held, account.address)
        )
      ),
      el("li", {}, el("b", {}, label), " ", el("small", { title: address }, short(address)))
    ]
    const close = openFrame(
      document,
      "Your practice accounts",
      putAway,
      el("p", {}, "This wallet runs inside the page, so there is no code to scan. It holds:"),
      el("ul", {}, ...rows),
      reported,
      el(
        "p",
        { class: "acts" },
        away,
        button("Get test tokens", "primary", () => end("tokens"))
      )
    )
    return Effect.sync(close)
  })

/** The reader of this document decides. */
export const panel = (document: Document): Layer.Layer<Person> =>
  Layer.succeed(Person, {
    decide: (ask, shown) => decide(document, ask, shown),
    showWallet: (shown, news) => showWallet(document, shown, news)
  })
