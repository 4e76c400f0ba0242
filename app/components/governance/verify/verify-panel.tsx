import { type DragEvent, type FormEvent, type RefObject, useCallback, useEffect, useRef, useState } from "react"
import { Icon } from "~/components/base/parts/icon"
import { HydratedButton } from "~/components/base/site/hydrated-button"
import { later } from "~/components/base/site/later"
import type { Progress } from "~/effects/governance/votes/file/pace"
import type { Asking } from "./check-here"
import { fetchWhenIdle, missingWords } from "./checker"
import { HowFar, TryAgain } from "./how-far"
import { type ReplyHere, SAMPLE_ADDRESS } from "./reply"
import { useSite } from "./use-site"

/** Needed only once a file has been checked. */
const ReportView = later(async () => (await import("./report-view")).ReportView)

const fieldError = (reply: ReplyHere | undefined, field: "file" | "address") =>
  reply?.kind === "refused" && reply.field === field && reply.isCancelled !== true ? reply.message : undefined

const NOTHING_YET: Progress = { done: 0, all: 0, isOpening: false }

type Check = (asking: Asking) => Promise<ReplyHere>

/** The checker is fetched when the page is idle, with all it needs (checker.ts). */
const checks = () => import("./check-here")
const ofFile =
  (file: File): Check =>
  async (asking) =>
    (await checks()).checkChosen(file, asking)
const ofAddress =
  (address: string): Check =>
  async (asking) =>
    (await checks()).checkAddress(address, asking)
const ofSample: Check = async (asking) => (await checks()).checkSample(asking)
/** The code of the check could not be fetched; every other failure has its own reply. */
const notFetched = (): ReplyHere => ({
  kind: "refused",
  field: "file",
  message: missingWords(),
  address: "",
  mayRetry: true
})

type Props = {
  readonly posted: ReplyHere | undefined
  /** The result page that linked here; else empty. */
  readonly page: string
}

/** The checks of this page: the last result, and functions that start and cancel a check. */
function useChecks(posted: ReplyHere | undefined, page: string) {
  const [reply, setReply] = useState(posted)
  /** Null while nothing is counted. */
  const [progress, setProgress] = useState<Progress | null>(null)
  const file = useRef<HTMLInputElement>(null)
  /** Only the check started last is shown; earlier ones are cancelled. */
  const turn = useRef(0)
  const running = useRef<AbortController>()

  /** A check that failed or was cancelled, to be started again; automatically only if the network was missing. */
  const [waiting, setWaiting] = useState<{ readonly check: Check; readonly isForNetwork: boolean }>()
  const { gatewayUrl, networkId, origin } = useSite()

  const show = useCallback(
    async (check: Check) => {
      const mine = ++turn.current
      running.current?.abort()
      const controller = new AbortController()
      running.current = controller
      setProgress(NOTHING_YET)
      const onProgress = (now: Progress) => {
        if (mine === turn.current) setProgress(now)
      }
      const asking = { site: { gatewayUrl, networkId, origin }, onProgress, signal: controller.signal }
      const next = await check(asking).catch(notFetched)
      if (mine !== turn.current) return
      setReply(next)
      const mayRetry = next.kind === "refused" && next.mayRetry === true
      setWaiting(mayRetry ? { check, isForNetwork: next.isCancelled !== true } : undefined)
      setProgress(null)
    },
    [gatewayUrl, networkId, origin]
  )

  useEffect(() => fetchWhenIdle(() => import("./report-view")), [])
  useEffect(() => () => running.current?.abort(), [])
  useEffect(() => {
    if (waiting?.isForNetwork !== true) return
    const again = () => void show(waiting.check)
    window.addEventListener("online", again)
    return () => window.removeEventListener("online", again)
  }, [show, waiting])

  useEffect(() => {
    // A file chosen before hydration.
    const early = file.current?.files?.[0]
    if (early !== undefined) void show(ofFile(early))
    else if (page !== "" && posted === undefined) void show(ofAddress(page))
  }, [show, page, posted])

  /** Adds later responses to the report of a checked file. */
  const amend = (next: ReplyHere) => {
    turn.current++
    setReply(next)
  }
  const cancel = () => running.current?.abort()
  return { reply, progress, waiting: waiting?.check, file, show, amend, cancel, turn: turn.current }
}

/**
 * The form of the verifier. With scripts the page counts and sends nothing; without, the file is posted and this server
 * counts. The button of that form exists only without scripts, so that nobody sends a file by clicking before
 * hydration.
 */
export function VerifyPanel({ page, posted }: Props) {
  const { amend, cancel, file, progress, reply, show, turn, waiting } = useChecks(posted, page)
  const dropped = (event: DragEvent) => {
    event.preventDefault()
    const [first] = event.dataTransfer.files
    if (first !== undefined) void show(ofFile(first))
  }

  return (
    <div className="stack" data-gap="l">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is one more way to the file field inside it */}
      <div className="empty verify__files" onDragOver={(event) => event.preventDefault()} onDrop={dropped}>
        <FileForm file={file} problem={fieldError(reply, "file")} onFile={(chosen) => void show(ofFile(chosen))} />
        <AddressForm
          address={reply?.kind === "refused" ? reply.address : page}
          problem={fieldError(reply, "address")}
          onAddress={(typed) => void show(ofAddress(typed))}
        />
        <p className="small muted">
          No file at hand?{" "}
          <a href={SAMPLE_ADDRESS} download>
            Download the sample
          </a>
          , change a letter in it, and see what happens.{" "}
          <HydratedButton className="link-button only-script" onClick={() => void show(ofSample)}>
            Check the sample
          </HydratedButton>
        </p>
        {waiting !== undefined && progress === null && (
          <TryAgain
            ended={reply?.kind === "refused" && reply.isCancelled === true ? reply.message : ""}
            onAgain={() => void show(waiting)}
          />
        )}
        <HowFar progress={progress} onCancel={cancel} />
      </div>
      {reply?.kind === "checked" && (
        <ReportView key={turn} checked={reply} onReport={(report) => amend({ ...reply, report })} />
      )}
    </div>
  )
}

type FileProps = {
  readonly file: RefObject<HTMLInputElement>
  readonly problem: string | undefined
  readonly onFile: (file: File) => void
}

function FileForm({ file, onFile, problem }: FileProps) {
  return (
    <form
      className="stack"
      method="post"
      encType="multipart/form-data"
      onSubmit={(event) => {
        event.preventDefault()
        const [chosen] = file.current?.files ?? []
        if (chosen !== undefined) onFile(chosen)
      }}
    >
      <div className="field">
        <label htmlFor="verify-file">Choose a file, or drop it here</label>
        <input
          className="input"
          id="verify-file"
          name="file"
          type="file"
          accept=".json,application/json,.blt"
          ref={file}
          aria-invalid={problem !== undefined || undefined}
          aria-describedby={problem === undefined ? "verify-file-hint" : "verify-file-hint verify-file-error"}
          onChange={(event) => {
            const [chosen] = event.currentTarget.files ?? []
            if (chosen !== undefined) onFile(chosen)
          }}
        />
        <span className="field__hint" id="verify-file-hint">
          A ballot file, an announcement, a receipt or a register of decisions, up to 1 GiB; or a BLT file of an
          election, up to 10 MiB, to count it by our rules.
        </span>
        <Problem id="verify-file-error" words={problem} />
      </div>
      <noscript>
        <p className="small">
          Without JavaScript this server counts instead of your browser, for files of up to 10 MiB. It does not store
          the file.
        </p>
        <button className="button" data-kind="primary" type="submit">
          Check on this server
        </button>
      </noscript>
    </form>
  )
}

type AddressProps = {
  readonly address: string | undefined
  readonly problem: string | undefined
  readonly onAddress: (typed: string) => void
}

function AddressForm({ address, onAddress, problem }: AddressProps) {
  const sent = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = new FormData(event.currentTarget).get("address")
    onAddress(typeof typed === "string" ? typed : "")
  }
  return (
    <form className="field" method="post" encType="multipart/form-data" onSubmit={sent} noValidate>
      <label htmlFor="verify-address">Address of a result page</label>
      <div className="join">
        <input
          className="input"
          id="verify-address"
          name="address"
          type="text"
          inputMode="url"
          placeholder="https://"
          defaultValue={address}
          aria-invalid={problem !== undefined || undefined}
          aria-describedby={problem === undefined ? undefined : "verify-address-error"}
        />
        <HydratedButton className="button" type="submit">
          Check
        </HydratedButton>
      </div>
      <Problem id="verify-address-error" words={problem} />
    </form>
  )
}

function Problem({ id, words }: { readonly id: string; readonly words: string | undefined }) {
  return words === undefined ? null : (
    <p className="field__error" id={id} role="alert">
      <Icon name="alert" />
      {words}
    </p>
  )
}
