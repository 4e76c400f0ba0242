/**
 * One transaction from this page's side: the wallet is asked, its answer is told to the server, and the server is asked
 * what the ledger says until that is decided. The page's word decides nothing.
 */
import { useRevalidator } from "@remix-run/react"
import { useCallback, useEffect, useRef, useState } from "react"
import { useWallet } from "../wallet/use-wallet"
import { isDecided, type LedgerStepView, mayBeSent } from "./states"

const FIRST_PAUSE = 2_000
const LONGEST_PAUSE = 10_000

type Told = { readonly view: LedgerStepView } | { readonly message: string }

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null

const tell = async (id: string, transactionIntentHash?: string): Promise<Told> => {
  try {
    const answer = await fetch(`/api/ledger-steps/${id}`, {
      ...(transactionIntentHash !== undefined && {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ transactionIntentHash })
      })
    })
    const body: unknown = await answer.json()
    if (answer.ok) return { view: body as LedgerStepView } // our own server's one shape
    return { message: isRecord(body) && typeof body.message === "string" ? body.message : "The server did not answer." }
  } catch {
    return { message: "The server could not be reached. This page goes on trying." }
  }
}

/** What the wallet sent, until the server knows: a reload in between must not lose it. */
const kept = {
  key: (id: string) => `ledger-step/${id}`,
  read: (id: string) => sessionStorage.getItem(kept.key(id)),
  write: (id: string, value: string) => sessionStorage.setItem(kept.key(id), value),
  forget: (id: string) => sessionStorage.removeItem(kept.key(id))
}
const ASKED = "asked"

export interface LedgerStepRun {
  readonly view: LedgerStepView
  /** The wallet has the request and has not answered. */
  readonly isAsking: boolean
  /** It was asked before this page was loaded; what it did shows on the ledger. */
  readonly wasAsked: boolean
  /** The wallet's no, or what keeps the server from being asked. */
  readonly problem: string | null
  readonly send: () => void
}

/** Use it with the step's id as `key`: another step is another run. */
export function useLedgerStep(step: LedgerStepView): LedgerStepRun {
  const { sendTransaction } = useWallet()
  const { revalidate } = useRevalidator()
  const [view, setView] = useState(step)
  const [isAsking, setAsking] = useState(false)
  const [wasAsked, setWasAsked] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const unreported = useRef<string | null>(null)
  const isHere = useRef(true)
  const { id } = step

  useEffect(() => {
    isHere.current = true
    const before = kept.read(id)
    if (before !== null && before !== ASKED) unreported.current = before
    if (before !== null) setWasAsked(true)
    return () => {
      isHere.current = false
    }
  }, [id])

  const hear = useCallback(
    (told: Told) => {
      if (!isHere.current) return
      if ("message" in told) return setProblem(told.message)
      setView(told.view)
      if (!mayBeSent(told.view.state)) {
        unreported.current = null
        setProblem(null)
      }
      if (!isDecided(told.view.state)) return
      kept.forget(id)
      revalidate()
    },
    [id, revalidate]
  )

  const isWaitingForLedger = !isDecided(view.state) && (!mayBeSent(view.state) || wasAsked)
  useEffect(() => {
    if (!isWaitingForLedger) return
    let pause = FIRST_PAUSE
    let timer: ReturnType<typeof setTimeout>
    const look = async () => {
      hear(await tell(id, unreported.current ?? undefined))
      pause = Math.min(LONGEST_PAUSE, pause * 2)
      timer = setTimeout(look, pause)
    }
    timer = setTimeout(look, unreported.current === null ? pause : 0)
    return () => clearTimeout(timer)
  }, [id, isWaitingForLedger, hear])

  const send = async () => {
    setProblem(null)
    setAsking(true)
    kept.write(id, ASKED)
    const answer = await sendTransaction({
      transactionManifest: view.manifest,
      onTransactionId: (txId) => {
        kept.write(id, txId)
        unreported.current = txId
        setAsking(false)
        void tell(id, txId).then(hear)
      }
    })
    if (!isHere.current) return
    setAsking(false)
    // Once it was sent, the ledger says how it ended, and not the wallet.
    if (answer.ok || unreported.current !== null || kept.read(id) !== ASKED) return
    kept.forget(id)
    setProblem(answer.error.message)
  }

  return { view, isAsking, wasAsked: wasAsked && mayBeSent(view.state), problem, send: () => void send() }
}
