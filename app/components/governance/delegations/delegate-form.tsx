import { Form, Link, useRevalidator } from "@remix-run/react"
import { BusyButton } from "~/components/base/forms/busy-button"
import { FieldError } from "~/components/base/forms/field-error"
import { PlainField } from "~/components/base/forms/plain-field"
import { Block } from "~/components/base/parts/block"
import { Notice } from "~/components/base/parts/notice"
import { nameOf } from "~/components/base/parts/person-line"
import { SearchField } from "~/components/base/parts/search-field"
import { Term } from "~/components/base/parts/term"
import { useHydrated } from "~/components/base/site/use-hydrated"
import { shortHash } from "~/components/wallet/signing/ask-signature"
import { isSigningBusy, type SigningState, useSignedForm } from "~/components/wallet/signing/use-signed-form"
import type { CommunityId } from "~/effects/access/Community"
import { kindNames, proposalKinds } from "~/effects/access/proposalKinds"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import type { PageReply } from "~/effects/base/remix/PageReply"
import { counted } from "~/effects/base/text/counted"
import type { PreparedDelegation } from "~/effects/governance/delegations/delegationForm"
import type { DelegateView, DelegationsPage } from "~/effects/governance/delegations/views"
import { delegationsPath } from "~/effects/governance/delegations/words"

type Props = { readonly page: DelegationsPage; readonly reply: PageReply | undefined }

/** The form of a new delegation: to whom, for which kinds and until when. The wallet signs it. */
export function DelegateForm({ page, reply }: Props) {
  if (page.obstacle !== null) {
    return (
      <Block id="lend" title="Delegate your vote">
        <Notice>
          <p>{page.obstacle}</p>
        </Notice>
      </Block>
    )
  }
  return (
    <Block id="lend" title="Delegate your vote">
      <div className="stack">
        <Term of="delegation">What is delegation?</Term>
        <Finder page={page} />
        {/* A new key after each delegation empties the form. */}
        <SignedForm key={page.delegated.map(({ digest }) => digest).join()} page={page} reply={reply} />
      </div>
    </Block>
  )
}

function Finder({ page: { communityId, q } }: Pick<Props, "page">) {
  return (
    <search>
      <Form
        className="row delegate-find"
        method="get"
        action={`${delegationsPath(communityId)}#lend`}
        preventScrollReset
      >
        <SearchField id="lend-q" label="Find a member" query={q} />
        {q !== "" && <Link to={`${delegationsPath(communityId)}#lend`}>Show delegates</Link>}
      </Form>
    </search>
  )
}

const bodyOf = (form: FormData): Readonly<Record<string, unknown>> => ({
  to: form.get("to") ?? "",
  kinds: form.getAll("kinds"),
  until: form.get("until") ?? ""
})

const ownDigest = async (prepared: PreparedDelegation, form: FormData): Promise<string> => {
  const { ownDelegationHash } = await import("~/effects/governance/delegations/delegationForm")
  return ownDelegationHash(prepared, form)
}

/**
 * Signs and sends a delegation. Its result is a place on the same page, so the data is revalidated instead of reloaded.
 */
function useSignedDelegation(communityId: CommunityId, account: AccountAddress) {
  const { revalidate } = useRevalidator()
  return useSignedForm<PreparedDelegation>({
    noun: "delegation",
    address: `/api/delegations/${communityId}/prepare`,
    target: `/api/delegations/${communityId}`,
    onPublished: revalidate,
    account,
    bodyOf,
    statementOf: ({ delegation: { from, madeAt, nonce } }) => ({ issuer: from, publishAt: Date.parse(madeAt), nonce }),
    ownDigest
  })
}

function SignedForm({ page, reply }: Props) {
  const { account, after, communityId, delegates, firstDay, lastDay, q } = page
  const { publish, state } = useSignedDelegation(communityId, account)
  const isHydrated = useHydrated()
  const refused = reply?.intent === "delegate" && !reply.ok ? reply : undefined
  const errors = state.status === "refused" ? state.fields : (refused?.fields ?? {})
  const sent = (name: string): ReadonlyArray<string> => {
    const value = refused?.sent[name]
    return value === undefined ? [] : typeof value === "string" ? [value] : value
  }
  if (delegates.length === 0) return <NobodyYet q={q} />
  return (
    <Form
      className="stack"
      method="post"
      noValidate
      preventScrollReset
      onSubmit={(event) => {
        const data = new FormData(event.currentTarget)
        if (!isHydrated) return
        event.preventDefault()
        if (!isSigningBusy(state)) void publish(data)
      }}
    >
      <input type="hidden" name="intent" value="delegate" />
      {state.status === "refused" && (
        <Notice tone="bad" role="alert">
          <p>{state.message}</p>
        </Notice>
      )}
      <fieldset className="choices" aria-describedby={errors.to === undefined ? undefined : "lend-to-error"}>
        <legend className="label">{q === "" ? "Delegate, most active first" : "Delegate"}</legend>
        {delegates.map((delegate) => (
          <DelegateChoice
            key={delegate.person.account}
            delegate={delegate}
            isChosen={sent("to").includes(delegate.person.account)}
          />
        ))}
        <FieldError id="lend-to-error" message={errors.to} />
      </fieldset>
      {after !== null && (
        <p>
          <Link
            to={`${delegationsPath(communityId)}?${new URLSearchParams(q === "" ? { after } : { q, after })}#lend`}
            rel="next"
          >
            More members
          </Link>
        </p>
      )}
      <fieldset className="field" aria-describedby={errors.kinds === undefined ? undefined : "lend-kinds-error"}>
        <legend>For which proposals</legend>
        <div className="row">
          {proposalKinds.map((kind) => (
            <label className="check" key={kind}>
              <input type="checkbox" name="kinds" value={kind} defaultChecked={sent("kinds").includes(kind)} />{" "}
              {kindNames[kind]}
            </label>
          ))}
        </div>
        <p className="field__hint">This replaces an earlier delegation for the same kind.</p>
        <FieldError id="lend-kinds-error" message={errors.kinds} />
      </fieldset>
      <PlainField
        name="until"
        label="Until"
        type="date"
        hint={`A day from ${firstDay} to ${lastDay}. You can end the delegation on any earlier day.`}
        value={sent("until")[0] ?? ""}
        reply={{ ...blank, fields: errors }}
      />
      <p className="small muted">
        It counts in votes that open from now on and is public in their ballot files. You sign it with your wallet;
        nothing moves on the ledger.
      </p>
      <div className="row">
        <BusyButton needsScript className="button" data-kind="primary" type="submit" isBusy={isSigningBusy(state)}>
          Delegate my vote
        </BusyButton>
      </div>
      <SigningLine state={state} />
    </Form>
  )
}

const blank: PageReply = {
  intent: "delegate",
  ok: false,
  code: "",
  message: "",
  fields: {},
  sent: {},
  requestId: "",
  stored: null
}

function NobodyYet({ q }: { readonly q: string }) {
  return (
    <p className="muted">
      {q === ""
        ? "Nobody has offered to be a delegate here yet. Find any member by name; the member you choose is notified."
        : "No member has this name. Try part of it, or an account address."}
    </p>
  )
}

type ChoiceProps = { readonly delegate: DelegateView; readonly isChosen: boolean }

function DelegateChoice({ delegate, isChosen }: ChoiceProps) {
  const { delegators, person, statement, uses } = delegate
  return (
    <label className="choice">
      <input type="radio" name="to" value={person.account} defaultChecked={isChosen} />
      <span>
        <b>{nameOf(person)}</b>
        <small>
          {uses === 0 ? "Has not used a delegation yet" : `Used delegations in ${counted(uses, "vote")}`};{" "}
          {delegators === 0 ? "no delegators now" : `${counted(delegators, "delegator")} now`}
        </small>
        {statement !== "" && <span className="small preserve-lines">“{statement}”</span>}
      </span>
    </label>
  )
}

function SigningLine({ state }: { readonly state: SigningState }) {
  return (
    <div role="status">
      {state.status === "signing" && (
        <p className="small">
          Check your wallet. This code identifies exactly this delegation:{" "}
          <span className="digest">{shortHash(state.digest)}</span>
        </p>
      )}
      {state.status === "sending" && <p className="small">Signed. Saving…</p>}
    </div>
  )
}
