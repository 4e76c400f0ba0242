/**
 * The wallet of a page that is only read: <community-connect> works there alone, signs in, and leads to the page that is
 * wanted, which is hydrated. Loaded with the first use of the wallet.
 */
import { noticeElement } from "~/components/base/parts/elements"
import { pauseAfter } from "~/components/base/site/stale-page"
import { communityKey, NOTE_KEY, readNote } from "~/components/wallet/gate/note-key"
import { letGo, listenTo, propertiesOf, type Reactions } from "~/components/wallet/wallet/connect-element"
import { pageMode, subscribeToMode } from "~/components/wallet/wallet/page-mode"
import { createPageWallet } from "~/components/wallet/wallet/page-wallet"
import { buttonProperties, type ConnectButton, listen, loadConnectButton } from "~/connector/button/define"
import type { WalletSnapshot } from "~/connector/WalletHandle"
import { pageName, safePath } from "~/effects/access/safePath"
import type { ReadingSettings } from "./reading-settings"

export interface ReadingWallet {
  /** Does what a control says that was pressed before the connect element was defined, or next to it. */
  readonly click: (control: HTMLElement) => Promise<void>
}

const code = { buttonProperties, listen } as typeof import("~/connector/button/define")

const forgetNote = () => {
  try {
    sessionStorage.removeItem(NOTE_KEY)
    sessionStorage.removeItem(communityKey(NOTE_KEY))
  } catch {
    // Storage is blocked, so there is no note.
  }
}

/** The page that the gate turned the visitor away from. */
const wantedPage = (): string | undefined => {
  const note = readNote()
  return note === null ? undefined : safePath(note)
}

const UNANSWERED = "The server does not answer. This page stays as it is and tries again automatically."

/** Leaves the page only if the server responds: an open page is better than none. */
const leaveFor = async (next: string, say: ReturnType<typeof makeSay>, failures = 0): Promise<void> => {
  const response = await fetch(next, { method: "HEAD" }).catch(() => undefined)
  if (response !== undefined && response.status < 500) return location.assign(next)
  say("server", noticeElement({ tone: "warn", role: "status", lines: [UNANSWERED] }))
  setTimeout(() => void leaveFor(next, say, failures + 1), pauseAfter(failures))
}

/** Where a person goes who has just signed in. */
const pageAfter = (hasProfile: boolean, isStart: boolean): string => {
  const wanted = wantedPage()
  if (wanted !== undefined && hasProfile) forgetNote()
  const here = `${location.pathname}${location.search}`
  const next = wanted ?? (isStart ? "/userDashboard" : here)
  return !hasProfile && (wanted !== undefined || isStart) ? "/signup" : next
}

const notices = () => document.querySelector(".notices .wrap")

/** Shows the last notice of each kind above the page. */
const makeSay = () => {
  const shown = new Map<string, Element>()
  return (kind: string, notice: HTMLElement | undefined) => {
    shown.get(kind)?.remove()
    shown.delete(kind)
    if (notice === undefined) return
    shown.set(kind, notice)
    notices()?.append(notice)
  }
}

/** Says where connecting leads, for a visitor whom the gate turned away. */
const noteNotice = (): HTMLElement | undefined => {
  const wanted = wantedPage()
  if (wanted === undefined) return undefined
  const name = pageName(wanted, readNote(communityKey)?.slice(0, 60) ?? "")
  return noticeElement({
    tone: "needs",
    role: "status",
    lines: [`Connect your wallet to continue to ${name}.`],
    onDismiss: forgetNote
  })
}

/** Replaces the stand-in of the server by the element. `show` writes the wallet's state into it. */
const showElement = async (
  button: ConnectButton,
  show: (button: ConnectButton) => void,
  reactions: Reactions
): Promise<void> => {
  const define = await loadConnectButton()
  await letGo(button)
  const hadFocus = button.contains(document.activeElement)
  show(button)
  listenTo(code, button, () => reactions)
  button.replaceChildren()
  define()
  await button.updateComplete
  if (hadFocus) button.focus()
}

export const openReadingWallet = (
  settings: ReadingSettings,
  prepare: () => Promise<void> | undefined
): ReadingWallet => {
  const say = makeSay()
  let hasProfile = true
  let isStart = false
  /** The wallet before the response to a login is stored that was requested before a reload, so nobody awaits it. */
  let resumed: Pick<WalletSnapshot, "loggedInTimestamp"> | undefined
  const leave = () => void leaveFor(pageAfter(hasProfile, isStart), say)
  const wallet = createPageWallet({
    settings: () => settings,
    prepare,
    handlerOf: async (kind) => (await import("./handlers")).handlerOf(kind),
    onSignedIn: (login) => {
      hasProfile = login.hasProfile
      if (!login.isAwaited) resumed = lazy.snapshot()
    },
    onConnected: leave,
    onSignedOut: () => location.assign("/"),
    onHandledElsewhere: () => {}
  })
  const { lazy, login, steps, verbs } = wallet
  wallet.listen()
  login.subscribe(() => {
    const { notice } = login.snapshot()
    const lines =
      notice === null
        ? []
        : [notice.message, ...(notice.requestId === undefined ? [] : [`Reference ${notice.requestId}`])]
    say(
      "login",
      notice === null ? undefined : noticeElement({ tone: "bad", role: "alert", lines, onDismiss: verbs.dismissNotice })
    )
  })
  steps.subscribe(() => {
    for (const { message, step, to, tone } of steps.news()) {
      const link = Object.assign(document.createElement("a"), { href: to ?? "", textContent: "See it" })
      const line = document.createElement("span")
      line.append(`${message} `, ...(to === undefined ? [] : [link]))
      say(step, noticeElement({ tone, role: "status", lines: [line], onDismiss: () => steps.dismiss(step) }))
    }
  })
  say("note", noteNotice())
  const elements = [...document.querySelectorAll<ConnectButton>("community-connect")]
  let isAsking = false
  const show = (button: ConnectButton) => {
    const shown = { ...lazy.snapshot(), session: null, settings }
    Object.assign(button, propertiesOf(code, shown, isAsking), { mode: pageMode() })
  }
  const showAll = () => elements.forEach(show)
  const ask = async () => {
    isAsking = true
    showAll()
    await verbs.connect({ quiet: true })
    isAsking = false
    showAll()
  }
  lazy.subscribe(showAll)
  lazy.subscribe(() => {
    if (resumed === undefined || resumed.loggedInTimestamp === lazy.snapshot().loggedInTimestamp) return
    resumed = undefined
    leave()
  })
  subscribeToMode(showAll)
  void lazy.load()
  const shown = elements.map((each) => showElement(each, show, { connect: () => void ask(), wallet: verbs }))
  return {
    click: async (control) => {
      if (control.dataset.practice !== undefined) return verbs.linkClick("showQrCode")
      const at = elements.findIndex((each) => each === control)
      isStart = control.dataset.connect === "start"
      if (at < 0) return void (await verbs.connect())
      void ask()
      await shown[at]
      elements[at]?.show()
    }
  }
}
