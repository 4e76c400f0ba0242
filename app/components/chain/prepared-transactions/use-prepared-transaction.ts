/**
 * Client side of a prepared transaction: takes the lease, opens the wallet, reports its response, and polls the server
 * until the ledger has decided. The client never decides anything.
 */
import { useRevalidator } from "@remix-run/react"
import { useCallback, useEffect, useRef, useState } from "react"
import type { TransactionStep } from "~/components/wallet/signing/handlers"
import { useSignedStep } from "~/components/wallet/signing/use-signed-step"
import { useWallet } from "~/components/wallet/wallet/use-wallet"
import { isDecided, mayBeSent, type PreparedTransactionView } from "./states"
import { holderName, notifyStep, type Reported, sentTransaction } from "./step-server"
import { useIsOver } from "./use-is-over"
import { useStepTopic } from "./use-step-topic"

const FIRST_PAUSE = 2_000
const LONGEST_PAUSE = 10_000
const TAKEN_OVER = "Another page took this over. If your wallet still shows the request, decline it there."

export interface TransactionRun {
  readonly view: PreparedTransactionView
  /** This page's wallet has the request and has not responded. */
  readonly isAsking: boolean
  /** The wallet named a transaction, even if the server does not know it yet; no wallet is asked again. */
  readonly isSent: boolean
  /** This page asked before a reload, and the wallet may still respond. */
  readonly wasAsked: boolean
  /** Another page or device asked, and its wallet may still respond. */
  readonly isElsewhere: boolean
  /** The other lease has expired, so this page can ask instead. */
  readonly mayTakeOver: boolean
  /** Why the wallet declined, or why the server cannot be reached. */
  readonly problem: string | null
  readonly send: () => void
  /** Like `send`, taking over from the page that asked before. */
  readonly takeOver: () => void
  /** Called when the person says that the wallet will not respond any more. */
  readonly giveUp: () => void
}

/** Use it with the transaction's ID as `key`, so that another transaction starts afresh. */
export function usePreparedTransaction(step: PreparedTransactionView): TransactionRun {
  const { sendTransaction } = useWallet()
  const { revalidate } = useRevalidator()
  const signedStep = useSignedStep()
  const [view, setView] = useState(step)
  const asking = useRef(false)
  const [isAsking, showAsking] = useState(false)
  const [holder, setHolder] = useState<string | null>(null)
  const [txId, setTxId] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const isHere = useRef(true)
  /** Both the poll and the live stream report the end; the page is reloaded only once. */
  const isOver = useRef(isDecided(step.state))
  const { id } = step
  const setAsking = useCallback((now: boolean) => {
    asking.current = now
    showAsking(now)
  }, [])

  useEffect(() => {
    isHere.current = true
    setHolder(holderName())
    setTxId(sentTransaction.read(id))
    return () => {
      isHere.current = false
    }
  }, [id])

  const hear = useCallback(
    (reported: Reported) => {
      if (!isHere.current) return
      if ("message" in reported) return setProblem(reported.message)
      const { lease, state } = reported.view
      setView(reported.view)
      if (mayBeSent(state)) {
        if (!asking.current || lease === null || lease.holder === holderName()) return
        setAsking(false)
        return setProblem(TAKEN_OVER)
      }
      setTxId(null)
      setAsking(false)
      setProblem(null)
      if (!isDecided(state) || isOver.current) return
      isOver.current = true
      sentTransaction.forget(id)
      revalidate()
    },
    [id, revalidate, setAsking]
  )

  const { lease } = view
  const isOpen = !isDecided(view.state)
  const isFollowed = isOpen && (!mayBeSent(view.state) || txId !== null || lease !== null)
  useEffect(() => {
    if (!isFollowed) return
    let pause = FIRST_PAUSE
    let timer: ReturnType<typeof setTimeout>
    const check = async () => {
      hear(await notifyStep(id, txId === null ? undefined : { transactionIntentHash: txId }))
      pause = Math.min(LONGEST_PAUSE, pause * 2)
      timer = setTimeout(check, pause)
    }
    timer = setTimeout(check, txId === null ? pause : 0)
    return () => clearTimeout(timer)
  }, [id, isFollowed, txId, hear])
  useStepTopic(step.communityId, isOpen ? step.topic : null, () => void notifyStep(id).then(hear))

  const ask = async (takeOver: boolean) => {
    const name = holderName()
    setProblem(null)
    setAsking(true)
    const handed = await notifyStep(id, { ask: name, takeOver })
    if (!isHere.current) return
    hear(handed)
    if (!("view" in handed)) {
      setAsking(false)
      // The response shows whose lease it is.
      const now = await notifyStep(id)
      if ("view" in now) hear(now)
      return
    }
    if (!mayBeSent(handed.view.state)) return
    let isNamed = false
    const { manifest: transactionManifest } = handed.view
    // Stored first, so that the page can report it after a reload.
    const outcome = await signedStep(
      { kind: "transaction", about: "Your transaction", data: { id } satisfies TransactionStep },
      (continuation) =>
        sendTransaction({
          transactionManifest,
          continuation,
          onTransactionId: (named) => {
            isNamed = true
            sentTransaction.write(id, named)
            setAsking(false)
            setTxId(named)
          }
        })
    )
    // Once a transaction was submitted, the ledger and not the wallet says how it ended.
    if (outcome.state !== "unsigned" || isNamed) return
    const released = await notifyStep(id, { release: name })
    if (!isHere.current) return
    setAsking(false)
    if ("view" in released) hear(released)
    if (!("view" in released) || mayBeSent(released.view.state)) setProblem(outcome.message || null)
  }

  const isMine = lease !== null && lease.holder === holder
  const isWaiting = mayBeSent(view.state) && txId === null
  const isElsewhere = isWaiting && lease !== null && holder !== null && !isMine
  const isLeaseOver = useIsOver(isElsewhere ? lease : null)
  return {
    view,
    isAsking,
    isSent: mayBeSent(view.state) && txId !== null,
    wasAsked: isWaiting && isMine && !isAsking,
    isElsewhere,
    mayTakeOver: isElsewhere && isLeaseOver,
    problem,
    send: () => void ask(false),
    takeOver: () => void ask(true),
    giveUp: () => void notifyStep(id, { release: holderName() }).then(hear)
  }
}
