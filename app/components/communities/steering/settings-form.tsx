import { Form, useNavigation } from "@remix-run/react"
import type { ReactNode } from "react"
import { BusyButton } from "~/components/base/forms/busy-button"
import { Icon } from "~/components/base/parts/icon"
import { useFrame } from "~/components/base/site/use-frame"
import { ErrorSummary } from "~/components/communities/founding/error-summary"
import type { PageReply, Sent } from "~/effects/base/remix/PageReply"
import type { SettingsPage } from "~/effects/communities/steering/pages/settingsView"
import { type Part, settingsHref } from "~/effects/communities/steering/parts"

const names: Readonly<Record<string, string>> = {
  name: "Name",
  slug: "Address",
  tagline: "Tagline",
  description: "About",
  tags: "Tags",
  logo: "Logo",
  cover: "Cover",
  visibility: "Who can see it",
  linkLabel: "Names of links",
  linkUrl: "Addresses of links",
  joinPolicy: "How people join",
  tokenResource: "Token address",
  tokenAmount: "Amount to hold",
  rules: "House rules"
}

const textOf = (value: unknown): string =>
  Array.isArray(value) ? value.join(", ") : typeof value === "string" ? value : ""

type StoredNowProps = { readonly stored: Sent; readonly typed: object }

/** Fields that another person saved meanwhile, where they differ from what was typed (docs/product/errors.md). */
function StoredNow({ stored, typed }: StoredNowProps) {
  const mine = new Map<string, unknown>(Object.entries(typed))
  const different = Object.entries(stored).filter(
    ([field, value]) => field !== "version" && textOf(mine.get(field)) !== textOf(value)
  )
  if (different.length === 0) return null
  return (
    <section className="stack sheet" data-gap="s" aria-label="Stored now">
      <h3 className="h4">Stored now, where it differs from what you typed</h3>
      <dl className="stack" data-gap="s">
        {different.map(([field, value]) => (
          <div key={field}>
            <dt className="small muted">{names[field] ?? field}</dt>
            <dd className="plain-text">{textOf(value) === "" ? "Nothing" : textOf(value)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

type Props = {
  readonly intent: string
  readonly part: Part
  readonly page: SettingsPage
  /** Response to this form's last submission. */
  readonly reply: PageReply | undefined
  readonly word?: string
  readonly isDanger?: boolean
  /** The typed values, compared with those that another person stored. */
  readonly typed?: object
  readonly isChanged?: boolean
  readonly children: ReactNode
}

/**
 * One part of the settings as a plain form: version, idempotency key, errors, what another person saved, and one
 * button.
 */
export function SettingsForm({
  children,
  intent,
  isChanged = false,
  isDanger = false,
  page,
  part,
  reply,
  typed,
  word = "Save"
}: Props) {
  const { formKey, id } = useFrame()
  const isSaving = useNavigation().formData?.get("intent") === intent
  const refusal = reply !== undefined && !reply.ok ? reply : null
  const stored = refusal?.stored ?? null
  // Sends the version that another person stored: having seen it, this person overwrites it.
  const version = typeof stored?.version === "string" ? stored.version : String(page.version)
  return (
    <Form
      className="stack"
      data-gap="l"
      method="post"
      action={`${settingsHref(id, part)}&index`}
      noValidate
      preventScrollReset
    >
      <ErrorSummary refusal={refusal} />
      {stored !== null && typed !== undefined && <StoredNow stored={stored} typed={typed} />}
      <input type="hidden" name="version" value={version} />
      <input type="hidden" name="key" value={`${formKey}${intent}${version}`} />
      {children}
      <div className="form-end">
        <span className="small" role="status">
          {isChanged && <span className="muted">You have unsaved changes.</span>}
          {!isChanged && refusal === null && page.done === "saved" && (
            <span className="state-line" data-tone="ok">
              <Icon name="check" /> Saved.
            </span>
          )}
          {!isChanged && refusal === null && page.done === "unchanged" && (
            <span className="muted">Nothing has changed.</span>
          )}
        </span>
        <BusyButton
          className="button push"
          data-kind={isDanger ? "danger" : "primary"}
          type="submit"
          name="intent"
          value={intent}
          isBusy={isSaving}
        >
          {isSaving ? "Saving…" : word}
        </BusyButton>
      </div>
    </Form>
  )
}
