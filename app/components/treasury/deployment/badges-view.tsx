import { Form, Link, useNavigation } from "@remix-run/react"
import { useState } from "react"
import { BusyButton } from "~/components/base/forms/busy-button"
import { ChoiceField, TextField } from "~/components/base/forms/fields"
import { ReplyNotice } from "~/components/base/forms/reply-notice"
import { Block } from "~/components/base/parts/block"
import { LedgerTime } from "~/components/base/parts/ledger-time"
import { Notice } from "~/components/base/parts/notice"
import { insidePath } from "~/components/base/site/inside-path"
import { useFrame } from "~/components/base/site/use-frame"
import { shortAddress } from "~/components/base/text/short-address"
import { ErrorSummary } from "~/components/communities/founding/error-summary"
import { HolderEntry } from "~/components/treasury/treasury/holder-entry"
import { type PageReply, replyTo, typed } from "~/effects/base/remix/PageReply"
import { badgesHref, signersHref } from "~/effects/communities/communities/hrefs"
import type { BadgesPage } from "~/effects/treasury/deployment/badges"
import { opensWords } from "~/effects/treasury/deployment/opens"
import { holderWarning, lossWarning } from "./badge-warnings"
import { RequestPart } from "./request-part"
import { TreasuryLinksPart } from "./treasury-links-part"
import { useIsAsked } from "./use-is-asked"

type Props = { readonly page: BadgesPage; readonly reply: PageReply | undefined }

/** Who can spend from the treasury. Admin badges are given and passed on here, and counted on the ledger. */
export function BadgesView({ page, reply }: Props) {
  const { id, name } = useFrame()
  const isAsked = useIsAsked(page.act)
  return (
    <div className="narrow stack" data-gap="l">
      <header className="stack">
        <h1>Admin badges</h1>
        <p>
          {opensWords(page.opens)} Each holder can make more badges. The ledger records who they are; this site does not
          keep a list of its own.
        </p>
      </header>
      <Block id="holders" title="Who holds a badge">
        <Holders page={page} />
        <LedgerTime time={page.time} />
      </Block>
      <ReplyNotice reply={replyTo(reply, "drop-badge")} />
      {page.act !== null && (
        <Block id="act" title={isAsked ? "One transaction" : "The last transaction"}>
          <RequestPart transaction={page.act} drop="drop-badge" action={`${badgesHref(id)}&index`} />
        </Block>
      )}
      {!isAsked && <GivePart page={page} reply={replyTo(reply, "give-badge")} />}
      <TreasuryLinksPart page={page} reply={replyTo(reply, "name-links")} />
      <p>
        <Link to={signersHref(id)}>Signers of the treasury</Link>
      </p>
      <p>
        <Link to={insidePath(id)}>Overview of {name}</Link>
      </p>
    </div>
  )
}

function Holders({ page: { holders, opens, owner } }: { readonly page: BadgesPage }) {
  if (holders.length === 0)
    return <p className="muted">Nobody holds a badge any more, so nobody can spend from the treasury.</p>
  // With several signers not every badge counts, so the signers' page warns of losses there.
  const loss = opens === "one" ? lossWarning(holders) : null
  return (
    <>
      {loss !== null && (
        <Notice tone="warn">
          <p>{loss}</p>
        </Notice>
      )}
      <ul className="entries">
        {holders.map((holder) => (
          <HolderEntry
            key={holder.address}
            address={holder.address}
            name={holder.name}
            isOwner={holder.address === owner.address}
            warning={holderWarning(holder)}
          >
            <span className="address">{holder.ids.join(" ")}</span>
          </HolderEntry>
        ))}
      </ul>
    </>
  )
}

/** The form to give a badge, or the reason why this person cannot. */
function GivePart({ page, reply }: Props) {
  const { holders, isOwner, mine, owner } = page
  if (mine === null) {
    return (
      <Notice tone="open">
        <p>You do not hold a badge, so you cannot give one. Anyone named above can give you theirs or a new one.</p>
      </Notice>
    )
  }
  if (!isOwner && holders.some(({ address }) => address === owner.address)) {
    return <p className="muted">The owner holds a badge and decides who else gets one.</p>
  }
  return <GiveForm page={page} badge={mine} reply={reply} />
}

function GiveForm({ badge, page, reply }: Props & { readonly badge: string }) {
  const { isOwner, owner } = page
  const { id } = useFrame()
  const isSending = useNavigation().formData?.get("intent") === "give-badge"
  const [to, setTo] = useState(() => typed(reply, "to") || (isOwner ? page.suggested : owner.address))
  const [way, setWay] = useState(() => typed(reply, "way") || (isOwner ? "mint" : "move"))
  const refusal = reply !== undefined && !reply.ok ? reply : null
  return (
    <Block id="give" title={isOwner ? "Give a badge" : "Give the owner a badge"}>
      <Form
        className="stack"
        data-gap="l"
        method="post"
        action={`${badgesHref(id)}&index`}
        noValidate
        preventScrollReset
      >
        <ErrorSummary refusal={refusal} />
        {!isOwner && (
          <p>
            {owner.name ?? shortAddress(owner.address)} is the owner now and does not hold a badge yet: you can still
            spend from the treasury.
          </p>
        )}
        {page.needsProof && refusal === null && (
          <p className="small muted">
            To continue, prove your account in your wallet: the last proof must not be older than 24 hours.
          </p>
        )}
        <TextField
          name="to"
          label="Recipient"
          value={to}
          onEdit={setTo}
          mono={to.startsWith("account_")}
          readOnly={!isOwner}
          error={refusal?.fields.to}
          hint="The name of an active member, or an account address"
        />
        <WayField
          badge={badge}
          isShared={page.opens !== "one"}
          value={way}
          onEdit={setWay}
          error={refusal?.fields.way}
        />
        <div className="form-end">
          <BusyButton
            className="button push"
            data-kind="primary"
            type="submit"
            name="intent"
            value="give-badge"
            isBusy={isSending}
          >
            {isSending ? "Preparing…" : "Prepare the transaction"}
          </BusyButton>
        </div>
      </Form>
    </Block>
  )
}

interface WayFieldProps {
  readonly badge: string
  /** Several signers control the treasury, or the ledger does not show that one badge is enough. */
  readonly isShared: boolean
  readonly value: string
  readonly onEdit: (value: string) => void
  readonly error: string | undefined
}

/** What happens to the giver's own badge. */
function WayField({ badge, error, isShared, onEdit, value }: WayFieldProps) {
  return (
    <ChoiceField
      name="way"
      label="Your own badge"
      value={value}
      onEdit={onEdit}
      error={error}
      options={[
        {
          value: "mint",
          name: "Keep mine",
          hint: isShared
            ? "A new badge is made. It does not make anyone a signer until the signers change their rule."
            : "A new badge is made. Each of you can then spend from the treasury."
        },
        {
          value: "move",
          name: "Pass mine on",
          hint: isShared
            ? `Badge ${badge} moves to them, and with it your place as a signer if it is a signer's badge.`
            : `Badge ${badge} moves to them. You can then no longer spend from the treasury.`
        }
      ]}
    />
  )
}
