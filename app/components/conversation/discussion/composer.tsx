/**
 * A field for Markdown with a preview by the server's own parser. It is a plain field: without JavaScript it is posted
 * with its form, and only the preview is missing.
 */

import { useId, useRef, useState } from "react"
import { Markdown } from "~/components/base/markdown/markdown"
import { Icon } from "~/components/base/parts/icon"
import { Spinner } from "~/components/base/parts/spinner"
import { HydratedButton } from "~/components/base/site/hydrated-button"
import { useHydrated } from "~/components/base/site/use-hydrated"
import { grouped } from "~/effects/base/text/grouped"
import type { MarkdownTree } from "~/effects/base/text/markdown/Tree"
import { isRecord } from "~/effects/base/text/unknown"
import { PictureButton } from "./picture-button"

type Props = {
  readonly label: string
  readonly value: string
  readonly onChange: (text: string) => void
  readonly max: number
  readonly error: string | undefined
  readonly hint?: string
  readonly rows?: number
  /** The field's name in its form. */
  readonly name?: string
  /** The preview then has the limits of a comment. */
  readonly isComment?: boolean
}

type Shown = { readonly text: string; readonly tree?: MarkdownTree; readonly problem?: string }

const withParagraph = (text: string, at: number, paragraph: string): string =>
  [text.slice(0, at).trimEnd(), paragraph, text.slice(at).trimStart()].filter((part) => part !== "").join("\n\n")

const TIMEOUT = 15_000
const FAILED = "The preview could not be loaded. Your text is still here."

/** The tree comes from our own server; only a missing list is rejected. */
const isTree = (value: unknown): value is MarkdownTree => Array.isArray(value) && value.every(isRecord)

/** Fetches the text as the server would show it, or the reason why not. */
const askPreview = async (
  text: string,
  isComment: boolean
): Promise<{ readonly tree: MarkdownTree } | { readonly problem: string }> => {
  try {
    const response = await fetch("/api/preview", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ text, isComment }),
      signal: AbortSignal.timeout(TIMEOUT)
    })
    const body: unknown = await response.json()
    if (!isRecord(body)) return { problem: FAILED }
    if (response.ok && isTree(body.tree)) return { tree: body.tree }
    return { problem: typeof body.message === "string" ? body.message : FAILED }
  } catch {
    return { problem: FAILED }
  }
}

export function Composer({
  error,
  hint,
  isComment = false,
  label,
  max,
  name = "body",
  onChange,
  rows = 6,
  value
}: Props) {
  const id = useId()
  const [isPreview, setPreview] = useState(false)
  const [shown, setShown] = useState<Shown>()
  const canPreview = useHydrated()
  const field = useRef<HTMLTextAreaElement>(null)

  const openPreview = () => {
    setPreview(true)
    if (shown?.text === value && shown.tree !== undefined) return
    setShown({ text: value })
    void askPreview(value, isComment).then((response) => setShown({ text: value, ...response }))
  }
  /** Inserts at the cursor, in a paragraph of its own. */
  const write = (paragraph: string) => {
    onChange(withParagraph(value, field.current?.selectionEnd ?? value.length, paragraph))
    field.current?.focus()
  }
  const described = [`${id}-hint`, ...(error === undefined ? [] : [`${id}-error`])].join(" ")
  return (
    <div className="field composer">
      <label className="label" htmlFor={id}>
        {label}
      </label>
      {canPreview && (
        <ComposerTabs id={id} isPreview={isPreview} onWrite={() => setPreview(false)} onPreview={openPreview} />
      )}
      <div
        id={`${id}-panel`}
        {...(canPreview && { role: "tabpanel", "aria-labelledby": `${id}-${isPreview ? "preview" : "write"}` })}
      >
        <textarea
          ref={field}
          className="input"
          id={id}
          name={name}
          rows={rows}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          hidden={isPreview}
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={described}
        />
        {isPreview && <PreviewPane shown={shown} />}
      </div>
      <div className="field__foot" id={`${id}-hint`}>
        <span>{hint ?? "Markdown supported."}</span>
        {canPreview && !isPreview && <PictureButton onPicture={write} />}
        {canPreview && <LengthUsed length={value.length} max={max} />}
      </div>
      {error !== undefined && (
        <p id={`${id}-error`} className="field__error">
          <Icon name="alert" />
          {error}
        </p>
      )}
    </div>
  )
}

/** Shown once most of the length is used. */
function LengthUsed({ length, max }: { readonly length: number; readonly max: number }) {
  if (length <= max * 0.8) return null
  return (
    <span>
      {grouped(length)} of {grouped(max)}
    </span>
  )
}

type TabsProps = {
  readonly id: string
  readonly isPreview: boolean
  readonly onWrite: () => void
  readonly onPreview: () => void
}

/** The tabs Write and Preview; the arrow keys switch between them. */
function ComposerTabs({ id, isPreview, onPreview, onWrite }: TabsProps) {
  const tabs = useRef<HTMLDivElement>(null)
  const onKey = (key: string) => {
    if (key !== "ArrowLeft" && key !== "ArrowRight") return
    if (isPreview) onWrite()
    else onPreview()
    tabs.current?.querySelector<HTMLElement>(`[data-tab="${isPreview ? "write" : "preview"}"]`)?.focus()
  }
  return (
    <div className="tabs" role="tablist" aria-label="Write or preview" ref={tabs}>
      <HydratedButton
        role="tab"
        data-tab="write"
        id={`${id}-write`}
        aria-selected={!isPreview}
        aria-controls={`${id}-panel`}
        tabIndex={isPreview ? -1 : 0}
        onClick={onWrite}
        onKeyDown={(event) => onKey(event.key)}
      >
        Write
      </HydratedButton>
      <HydratedButton
        role="tab"
        data-tab="preview"
        id={`${id}-preview`}
        aria-selected={isPreview}
        aria-controls={`${id}-panel`}
        tabIndex={isPreview ? 0 : -1}
        onClick={onPreview}
        onKeyDown={(event) => onKey(event.key)}
      >
        Preview
      </HydratedButton>
    </div>
  )
}

function PreviewPane({ shown }: { readonly shown: Shown | undefined }) {
  return (
    <div className="composer__preview" aria-live="polite">
      {shown?.problem !== undefined && <p className="muted">{shown.problem}</p>}
      {shown?.problem === undefined && shown?.tree === undefined && <Spinner label="Loading..." />}
      {shown?.tree !== undefined &&
        (shown.tree.length === 0 ? <p className="muted">Nothing to show yet.</p> : <Markdown tree={shown.tree} />)}
    </div>
  )
}
