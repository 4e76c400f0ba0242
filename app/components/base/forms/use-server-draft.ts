/**
 * Saves a long form while it is filled in: on this device within a second, on the server 5 s after the last change. A
 * reload, the Back button or another device restores it.
 *
 * The form defines the draft; `decode` parses one and rejects anything else.
 */
import { useCallback, useEffect, useRef, useState } from "react"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import { decodeStored, newerDraft, reasonOf, type ServerDraftStatus, type StoredDraft } from "./server-draft"

/** Milliseconds. */
const DEVICE_WITHIN = 1_000
const SERVER_AFTER = 5_000
const TIMEOUT = 20_000

interface Options<Draft> {
  /** The account of the draft; null saves it on the device only. */
  readonly account: AccountAddress | null
  /** Key of the form and its subject: "create", "thread/{community}". */
  readonly place: string
  readonly draft: Draft
  /** Whether the draft differs from what is stored; otherwise nothing is saved. */
  readonly isChanged: boolean
  /** The server's draft, from the page's loader. */
  readonly storedDraft: StoredDraft | null
  readonly decode: (data: StoredDraft["data"]) => Draft | undefined
  readonly onRestore: (draft: Draft) => void
}

interface Held {
  readonly data: object
  device?: ReturnType<typeof setTimeout>
}

const keyOf = (account: AccountAddress | null, place: string) => `commonhold:draft:${account ?? "nobody"}:${place}`

const readDevice = (key: string): StoredDraft | null => {
  try {
    return decodeStored(localStorage.getItem(key))
  } catch {
    return null // the browser forbids storage, so nothing was saved
  }
}
const writeDevice = (key: string, stored: (Omit<StoredDraft, "data"> & { readonly data: object }) | null): boolean => {
  try {
    if (stored === null) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(stored))
    return true
  } catch {
    return false
  }
}

const send = async (body: unknown): Promise<{ status: number; body: Readonly<Record<string, unknown>> }> => {
  try {
    const response = await fetch("/api/drafts", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
      keepalive: true,
      signal: AbortSignal.timeout(TIMEOUT)
    })
    const reply: unknown = await response.json().catch(() => null)
    return { status: response.status, body: typeof reply === "object" && reply !== null ? { ...reply } : {} }
  } catch {
    return { status: 0, body: {} }
  }
}

export function useServerDraft<Draft extends object>(options: Options<Draft>) {
  const { account, draft, isChanged, storedDraft: stored, place } = options
  const key = keyOf(account, place)
  const [status, setStatus] = useState<ServerDraftStatus>({ state: "unchanged" })
  const [wasRestored, setRestored] = useState(false)
  const version = useRef(stored?.version ?? null)
  const waiting = useRef<Held>()
  const server = useRef<ReturnType<typeof setTimeout>>()
  const last = useRef(draft)
  const isReady = useRef(false)
  /** Counts ended drafts, so that late responses for an earlier one are ignored. */
  const ended = useRef(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form appears
  useEffect(() => {
    const device = readDevice(key)
    const from = newerDraft(device, stored)
    const found = from === "device" ? device : from === "server" ? stored : null
    const restored = found === null ? undefined : options.decode(found.data)
    isReady.current = true
    if (restored === undefined || JSON.stringify(restored) === JSON.stringify(draft)) return
    last.current = restored
    setRestored(true)
    options.onRestore(restored)
  }, [key])

  const toDevice = useCallback(() => {
    const held = waiting.current
    if (held === undefined) return true
    clearTimeout(held.device)
    waiting.current = undefined
    return writeDevice(key, { data: held.data, version: version.current, savedAt: Date.now() })
  }, [key])

  const toServer = useCallback(
    async (data: object) => {
      const onDevice = toDevice()
      const before = ended.current
      const { body, status: result } = await send({ place, data, version: version.current })
      if (ended.current !== before) return
      if (result === 200 && typeof body.version === "number") {
        version.current = body.version
        writeDevice(key, { data, version: body.version, savedAt: Date.now() })
        setStatus({ state: "saved", at: Date.now() })
      } else {
        const message = typeof body.message === "string" ? body.message : undefined
        setStatus({ state: "failed", reason: reasonOf(result, message), onDevice })
      }
    },
    [key, place, toDevice]
  )

  useEffect(() => {
    if (!isReady.current || draft === last.current) return
    last.current = draft
    if (!isChanged) return
    const data = { ...draft }
    const device = waiting.current?.device ?? setTimeout(toDevice, DEVICE_WITHIN)
    waiting.current = { data, device }
    setStatus({ state: "saving" })
    clearTimeout(server.current)
    if (account !== null) server.current = setTimeout(() => void toServer(data), SERVER_AFTER)
  }, [account, draft, isChanged, toDevice, toServer])

  useEffect(() => {
    window.addEventListener("pagehide", toDevice)
    return () => {
      window.removeEventListener("pagehide", toDevice)
      clearTimeout(server.current)
      toDevice()
    }
  }, [toDevice])

  // A post of the form itself also saves the draft on the server, and the page then knows its new version.
  useEffect(() => {
    version.current = stored?.version ?? null
    if (stored !== null && waiting.current === undefined) setStatus({ state: "saved", at: stored.savedAt })
  }, [stored])

  /** While the form is being sent, nothing is saved separately: the post contains everything. */
  const pause = useCallback(() => {
    clearTimeout(server.current)
    toDevice()
  }, [toDevice])

  /** The form was accepted, or its draft discarded: nothing is left to save. */
  const forget = useCallback(() => {
    ended.current += 1
    clearTimeout(server.current)
    if (waiting.current !== undefined) clearTimeout(waiting.current.device)
    waiting.current = undefined
    version.current = null
    writeDevice(key, null)
    setStatus({ state: "unchanged" })
  }, [key])

  return { status, wasRestored, pause, forget }
}
