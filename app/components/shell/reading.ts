/**
 * What a page that is only read does by script: no React, no router (docs/architecture.md, "A page that is only read").
 * Components do the same on hydrated pages.
 */
import { noticeElement } from "~/components/base/parts/elements"
import { onceSeen } from "~/components/base/parts/once-seen"
import { canShare } from "~/components/base/parts/share-sheet"
import { OFFLINE } from "~/components/base/site/offline"
import { startServiceWorker } from "~/components/base/site/service-worker"
import { readNote } from "~/components/wallet/gate/note-key"
import { isAnythingStored } from "~/connector/WalletHandle"
import { SIGNED_OUT_COOKIE } from "~/effects/people/wallet-session/signedOutCookie"
import { isTheme, themeCookie } from "~/effects/publishing/site/theme"
import { dress } from "./dress"
import type { ReadingSettings } from "./reading-settings"
import type { ReadingWallet } from "./reading-wallet"
import { hearShortcuts } from "./shortcuts"

/** How long "Copied" is shown, in milliseconds. */
const SAID = 2_000

const isElement = (value: unknown): value is Element => value instanceof Element

/** Menus also open without scripts. With them, they close by Escape and by a click or focus elsewhere, as `<Menu>` does. */
const closeMenus = () => {
  const closeOthers = ({ target, type }: Event) => {
    if (!isElement(target)) return
    for (const menu of document.querySelectorAll<HTMLDetailsElement>("details.menu[open]")) {
      const staysFor = menu.matches(".join-menu") && (type === "focusin" || target.closest("main") === null)
      if (!menu.contains(target) && !staysFor) menu.open = false
    }
  }
  document.addEventListener("pointerdown", closeOthers)
  document.addEventListener("focusin", closeOthers)
  document.addEventListener("keydown", ({ key, target }) => {
    const menu = isElement(target) ? target.closest<HTMLDetailsElement>("details.menu[open]") : null
    if (key !== "Escape" || menu === null) return
    menu.open = false
    menu.querySelector("summary")?.focus()
  })
}

/** The form also works without scripts; here the page need not load again. */
const chooseThemes = () =>
  document.addEventListener("submit", (event) => {
    const { submitter } = event
    if (!(submitter instanceof HTMLButtonElement) || submitter.name !== "theme" || !isTheme(submitter.value)) return
    event.preventDefault()
    const theme = submitter.value
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser we support
    document.cookie = themeCookie(theme)
    if (theme === "system") delete document.documentElement.dataset.theme
    else document.documentElement.dataset.theme = theme
    for (const button of document.querySelectorAll<HTMLButtonElement>("button[name=theme]")) {
      button.ariaPressed = String(button.value === theme)
    }
  })

const copyText = async (button: HTMLElement, text: string) => {
  const words = button.querySelector("[aria-live]")
  if (words === null) return
  const before = words.textContent ?? ""
  const isWritten = await (navigator.clipboard?.writeText(text) ?? Promise.reject()).then(
    () => true,
    () => false
  )
  words.textContent = before.replace(/^(Copy|Copied|Not copied|Share)/, isWritten ? "Copied" : "Not copied")
  setTimeout(() => {
    words.textContent = before
  }, SAID)
}

const copyOrShare = async (button: HTMLElement) => {
  const { copy: text = "", share, title = "" } = button.dataset
  const shared = { title, url: text }
  if (share === undefined || !canShare(shared)) return copyText(button, text)
  await navigator.share(shared).catch((thrown: unknown) => {
    // Closing the sheet is not an error.
    if (!(thrown instanceof DOMException && thrown.name === "AbortError")) return copyText(button, text)
  })
}

/** Shows that there is no network. Links then lead to the pages that the service worker has. */
const sayOffline = () => {
  const place = document.querySelector("header .offline")
  const report = () => {
    place?.replaceChildren(
      ...(navigator.onLine ? [] : [noticeElement({ tone: "warn", role: "status", lines: [OFFLINE.message] })])
    )
  }
  addEventListener("online", report)
  addEventListener("offline", report)
}

/** Somebody signed out while the server could not be reached (signed-out-gate.tsx). */
const reportSignedOut = () => {
  const report = async () => {
    if (!document.cookie.includes(`${SIGNED_OUT_COOKIE}=`)) return
    const { endSession } = await import("~/components/wallet/wallet/session")
    await endSession()
  }
  void report()
  addEventListener("online", report)
}

const countVotes = (settings: ReadingSettings) => {
  const site = { origin: settings.origin, networkId: settings.networkId, gatewayUrl: settings.gatewayUrl }
  for (const panel of document.querySelectorAll<HTMLElement>(".recount-panel")) {
    const count = async (showSteps: boolean) => {
      const { recount } = await import("~/components/governance/verify/recount")
      await recount(panel, site, showSteps)
    }
    panel.querySelector("[data-part=button]")?.addEventListener("click", () => void count(true))
    if (panel.dataset.beginsInView !== undefined) onceSeen(panel, () => void count(false))
  }
}

/** Loads the wallet when somebody reaches for it, or if it was used here before. */
const offerWallet = (settings: ReadingSettings, prepare: () => Promise<void> | undefined) => {
  let opened: Promise<ReadingWallet> | undefined
  const wallet = () => {
    opened ??= import("./reading-wallet").then(
      ({ openReadingWallet }) => openReadingWallet(settings, prepare),
      (cause: unknown) => {
        opened = undefined
        throw cause
      }
    )
    return opened
  }
  const control = (event: Event) =>
    isElement(event.target)
      ? event.target.closest<HTMLElement>("community-connect, [data-connect], [data-practice]")
      : null
  const prefetch = (event: Event) => {
    if (control(event) !== null && navigator.onLine) void wallet().catch(() => undefined)
  }
  for (const name of ["pointerover", "focusin", "touchstart"])
    document.addEventListener(name, prefetch, { passive: true })
  document.addEventListener("click", async (event) => {
    const target = control(event)
    // The element handles its own clicks once it is defined.
    if (target === null || target.shadowRoot !== null) return
    const button = isElement(event.target) ? event.target.closest("button") : null
    if (button === null || button.ariaBusy === "true") return
    button.ariaBusy = "true"
    try {
      await (await wallet()).click(target)
    } catch {
      const lines = ["The wallet connector could not be loaded. Check the network and try again."]
      document
        .querySelector(".notices .wrap")
        ?.replaceChildren(noticeElement({ tone: "bad", role: "alert", lines, onDismiss: () => {} }))
    } finally {
      button.ariaBusy = null
    }
  })
  const isKnown = readNote() !== null || isAnythingStored(settings, () => localStorage)
  if (isKnown) atRest(() => void wallet().catch(() => undefined))
}

/** Runs the job once the page has loaded and the browser is idle. */
const atRest = (job: () => void) => {
  const whenIdle = () => {
    if (typeof requestIdleCallback === "function") requestIdleCallback(job, { timeout: 2_000 })
    else setTimeout(job)
  }
  if (document.readyState === "complete") whenIdle()
  else addEventListener("load", whenIdle, { once: true })
}

/** Buttons that need scripts are disabled in the server's HTML. */
const enableButtons = () => {
  for (const button of document.querySelectorAll<HTMLButtonElement>("button[data-waits]")) {
    button.disabled = false
    button.removeAttribute("data-waits")
    button.removeAttribute("aria-describedby")
  }
}

export const startReading = (settings: ReadingSettings, prepare: () => Promise<void> | undefined) => {
  closeMenus()
  hearShortcuts()
  chooseThemes()
  offerWallet(settings, prepare)
  countVotes(settings)
  document.addEventListener("click", ({ target }) => {
    const button = isElement(target) ? target.closest<HTMLElement>("button[data-copy]") : null
    if (button !== null) void copyOrShare(button)
  })
  enableButtons()
  sayOffline()
  reportSignedOut()
  atRest(() => {
    dress(document)
    void startServiceWorker()
  })
}
