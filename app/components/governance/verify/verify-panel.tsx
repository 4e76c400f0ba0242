import { type DragEvent, type FormEvent, type RefObject, useCallback, useEffect, useRef, useState } from "react"
import { Icon } from "~/components/base/parts/icon"
import { later } from "~/components/base/site/later"
import type { VerifyReply } from "~/effects/governance/votes/pages/VerifyReply"
import { type Asking, checkAddress, checkChosen, checkSample, SAMPLE_ADDRESS } from "./check-here"
import { fetchWhenIdle } from "./checker"
import { useSite } from "./site"

/** Only a checked file needs it. */
const ReportView = later(async () => (await import("./report-view")).ReportView)

const fieldError = (reply: VerifyReply | undefined, field: "file" | "address") =>
  reply?.kind === "refused" && reply.field === field ? reply.message : undefined

type Check = (asking: Asking) => Promise<VerifyReply>

type Props = {
  readonly posted: VerifyReply | undefined
  /** Of a result page, where a link from there led here; else empty. */
  readonly page: string
}

/** The checks of this page: what the last one found, and what it takes to start another. */
function useChecks(posted: VerifyReply | undefined, page: string) {
  const [reply, setReply] = useState(posted)
  /** Percent; null while nothing is counted. */
  const [progress, setProgress] = useState<number | null>(null)
  const file = useRef<HTMLInputElement>(null)
  /** Of several checks the last one started is shown. */
  const turn = useRef(0)

  /** The check that lacked its means, to be started again. */
  const [waiting, setWaiting] = useState<Check>()
  const { gatewayUrl, networkId, origin } = useSite()

  const show = useCallback(
    async (check: Check) => {
      const mine = ++turn.current
      setProgress(0)
      const onProgress = (percent: number) => {
        if (mine === turn.current) setProgress(percent)
      }
      const next = await check({ site: { gatewayUrl, networkId, origin }, onProgress })
      if (mine !== turn.current) return
      setReply(next)
      setWaiting(() => (next.kind === "refused" && next.mayRetry === true ? check : undefined))
      setProgress(null)
    },
    [gatewayUrl, networkId, origin]
  )

  useEffect(fetchWhenIdle, [])
  useEffect(() => {
    if (waiting === undefined) return
    const again = () => void show(waiting)
    window.addEventListener("online", again)
    return () => window.removeEventListener("online", again)
  }, [show, waiting])

  useEffect(() => {
    // Chosen before the page was ready.
    const early = file.current?.files?.[0]
    if (early !== undefined) void show((asking) => checkChosen(early, asking))
    else if (page !== "" && posted === undefined) void show((asking) => checkAddress(page, asking))
  }, [show, page, posted])

  /** What was asked elsewhere about a checked file joins its report. */
  const amend = (next: VerifyReply) => {
    turn.current++
    setReply(next)
  }
  return { reply, progress, waiting, file, show, amend, turn: turn.current }
}

/**
 * Choose or drop a file, or name a result page. With scripts this page counts and sends nothing; without, the file's
 * form is posted and this server counts. The button of that form exists only without scripts, so that nobody sends a
 * file by being faster than the page.
 */
export function VerifyPanel({ page, posted }: Props) {
  const { amend, file, progress, reply, show, turn, waiting } = useChecks(posted, page)
  const dropped = (event: DragEvent) => {
    event.preventDefault()
    const [first] = event.dataTransfer.files
    if (first !== undefined) void show((asking) => checkChosen(first, asking))
  }

  return (
    <div className="stack" data-gap="l">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is one more way to the file field inside it */}
      <div className="empty verify__files" onDragOver={(event) => event.preventDefault()} onDrop={dropped}>
        <FileForm
          file={file}
          problem={fieldError(reply, "file")}
          onFile={(chosen) => void show((asking) => checkChosen(chosen, asking))}
        />
        <AddressForm
          address={reply?.kind === "refused" ? reply.address : page}
          problem={fieldError(reply, "address")}
          onAddress={(typed) => void show((asking) => checkAddress(typed, asking))}
        />
        <p className="small muted">
          No file at hand?{" "}
          <a href={SAMPLE_ADDRESS} download>
            Download the sample
          </a>
          , change a letter in it, and see what happens.{" "}
          <button className="link-button only-script" type="button" onClick={() => void show(checkSample)}>
            Check the sample
          </button>
        </p>
        {waiting !== undefined && progress === null && (
          <p>
            <button className="button" type="button" onClick={() => void show(waiting)}>
              Try again
            </button>
          </p>
        )}
        <Progress percent={progress} />
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
          accept=".json,application/json"
          ref={file}
          aria-invalid={problem !== undefined || undefined}
          aria-describedby={problem === undefined ? "verify-file-hint" : "verify-file-hint verify-file-error"}
          onChange={(event) => {
            const [chosen] = event.currentTarget.files ?? []
            if (chosen !== undefined) onFile(chosen)
          }}
        />
        <span className="field__hint" id="verify-file-hint">
          A ballot file, an announcement or a receipt, up to 10 MiB.
        </span>
        <Problem id="verify-file-error" words={problem} />
      </div>
      <noscript>
        <p className="small">Without JavaScript this server counts instead of your browser. It keeps nothing.</p>
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
        <button className="button" type="submit">
          Check
        </button>
      </div>
      <Problem id="verify-address-error" words={problem} />
    </form>
  )
}

function Progress({ percent: progress }: { readonly percent: number | null }) {
  return (
    <>
      <div role="status">
        {progress !== null && (
          <p className="waiting">
            <span className="spinner" aria-hidden="true" />
            Counting. A large file takes a few seconds.
          </p>
        )}
      </div>
      {progress !== null && progress > 0 && (
        <progress className="verify__progress" max={100} value={progress} aria-label="Counted so far" />
      )}
    </>
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
