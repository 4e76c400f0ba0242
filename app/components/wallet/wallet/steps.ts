/**
 * Signed steps: use a wallet's signature once, even if the page is reloaded or left meanwhile.
 *
 * The connector stores the step with its request (`continuation`) and passes it back once the wallet has responded, on
 * this page or on the next one. The handler of its kind then sends it to the server. The caller gets the result; if no
 * caller waits any more (a reload, another page), a notice tells the person.
 */
import type { ContinuationInput, StepResponse, StepValue, StepVerdict, WalletResult } from "~/connector/WalletHandle"

export type RequestKind = "ballot" | "form" | "pre-authorization" | "transaction"

/** The server's result. */
export type StepEnd =
  /** `to`: path to see it. `body`: the server's response. */
  | { readonly state: "done"; readonly words: string; readonly to?: string; readonly body: unknown }
  /** Final refusal; `body` is the server's refusal, if there is one. */
  | { readonly state: "refused"; readonly words: string; readonly body?: unknown; readonly code?: string }
  /** Not stored yet; it is saved and retried. */
  | { readonly state: "pending"; readonly words: string }

/** Must be idempotent: it may be called twice for one signature. */
export type StepHandler = (data: unknown, value: StepValue) => Promise<StepEnd>

interface StepPayload {
  /** Id of the page's request. */
  readonly step: string
  /** "Your vote on No. 3": subject of the notice. */
  readonly about: string
  /** Path of the page that requested it. */
  readonly at: string
  readonly data: unknown
}

export interface StepNotice {
  readonly step: string
  readonly tone: "ok" | "bad" | "warn"
  readonly message: string
  readonly to?: string
}

export interface Asked {
  readonly kind: RequestKind
  readonly about: string
  readonly data: unknown
}

export interface StepStore {
  readonly subscribe: (onChange: () => void) => () => void
  readonly news: () => ReadonlyArray<StepNotice>
  readonly dismiss: (step: string) => void
  /** Whether this page waits for a step that it requested. */
  readonly isUnderWay: () => boolean
  /** Creates the continuation of a request, and a promise of its result. */
  readonly begin: (asked: Asked) => {
    readonly continuation: ContinuationInput
    readonly end: Promise<StepEnd>
    readonly leave: () => void
  }
  readonly carryOn: (step: StepResponse) => Promise<StepVerdict>
}

const NONE: ReadonlyArray<StepNotice> = []
const MOST_NEWS = 3

const isPayload = (value: unknown): value is StepPayload =>
  typeof value === "object" && value !== null && "step" in value && "about" in value && "at" in value && "data" in value

const refusedByWallet = ({ result }: StepResponse): StepEnd | undefined =>
  result.ok ? undefined : { state: "refused", words: result.error.message, code: result.error.error }

/** Errors after which a transaction may still be committed (docs/product/errors.md). */
const UNDECIDED = new Set(["transactionOutcomeUnknown", "failedToPoll", "walletResponseValidation"])

const newsOf = ({ about, at, step }: StepPayload, end: StepEnd): StepNotice => {
  switch (end.state) {
    case "done":
      return { step, tone: "ok", message: `${about}: ${end.words}`, to: end.to ?? at }
    case "refused":
      if (UNDECIDED.has(end.code ?? "")) return { step, tone: "warn", message: `${about}: ${end.words}`, to: at }
      return { step, tone: "bad", message: `${about} was not completed: ${end.words}`, to: at }
    case "pending":
      return { step, tone: "warn", message: `${about}: ${end.words}` }
  }
}

const codeIn = (body: unknown): string | undefined =>
  typeof body === "object" && body !== null && "code" in body && typeof body.code === "string" ? body.code : undefined

const verdictOf = (end: StepEnd): StepVerdict => {
  switch (end.state) {
    case "done":
      return "done"
    case "pending":
      return "later"
    case "refused":
      return { code: end.code ?? codeIn(end.body) ?? "E-REFUSED", message: end.words }
  }
}

/** @param handlerOf loads the handler of a kind; undefined for a kind that this version of the page does not know */
export const createStepStore = (
  handlerOf: (kind: string) => Promise<StepHandler | undefined>,
  onHandledElsewhere: () => void
): StepStore => {
  const waiting = new Map<string, (end: StepEnd) => void>()
  const listeners = new Set<() => void>()
  let news = NONE
  let count = 0

  const change = (next: ReadonlyArray<StepNotice>) => {
    news = next
    for (const listener of [...listeners]) listener()
  }
  const report = (payload: StepPayload, end: StepEnd) => {
    const wait = waiting.get(payload.step)
    waiting.delete(payload.step)
    if (wait !== undefined) return wait(end)
    change([newsOf(payload, end), ...news.filter(({ step }) => step !== payload.step)].slice(0, MOST_NEWS))
    if (end.state !== "pending") onHandledElsewhere()
  }

  return {
    subscribe: (onChange) => {
      listeners.add(onChange)
      return () => listeners.delete(onChange)
    },
    news: () => news,
    isUnderWay: () => waiting.size > 0,
    dismiss: (gone) => change(news.filter(({ step }) => step !== gone)),
    begin: ({ about, data, kind }) => {
      count += 1
      const step = `${Date.now().toString(36)}-${count}-${Math.random().toString(36).slice(2)}`
      const end = new Promise<StepEnd>((resolve) => waiting.set(step, resolve))
      const payload: StepPayload = { step, about, at: location.pathname + location.search, data }
      return { continuation: { kind, payload }, end, leave: () => void waiting.delete(step) }
    },
    carryOn: async (response) => {
      const { kind, payload, result } = response
      if (!isPayload(payload)) return "done"
      const refused = refusedByWallet(response)
      const handle = refused === undefined ? await handlerOf(kind) : undefined
      if (refused === undefined && handle === undefined) return "done"
      const end = refused ?? (result.ok && handle ? await handle(payload.data, result.value) : undefined)
      if (end === undefined) return "done"
      report(payload, end)
      return verdictOf(end)
    }
  }
}

/** Capitalises words that are shown as a sentence of their own. */
export const sentence = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)

/** Result for the page that requested the step. */
export type StepOutcome =
  | StepEnd
  /** The wallet did not sign. `message` is empty if the person cancelled. */
  | { readonly state: "unsigned"; readonly message: string; readonly code: string }

/** Sends the request to the wallet, then waits for the step's result. */
export const askStep = async <A>(
  { continuation, end, leave }: ReturnType<StepStore["begin"]>,
  ask: (continuation: ContinuationInput) => Promise<WalletResult<A>>,
  onSigned: () => void = () => {}
): Promise<StepOutcome> => {
  const reply = await ask(continuation)
  if (!reply.ok) {
    leave()
    const { error: code, message } = reply.error
    return { state: "unsigned", code, message: code === "canceledByUser" ? "" : message }
  }
  onSigned()
  return end
}
