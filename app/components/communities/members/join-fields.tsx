import { useId } from "react"
import { BusyButton } from "~/components/base/forms/busy-button"
import { FieldError } from "~/components/base/forms/field-error"
import { shortAddress } from "~/components/base/text/short-address"
import { type PageReply, typed } from "~/effects/base/remix/PageReply"
import type { JoinSubject, Way } from "~/effects/communities/members/joining"

type Props = {
  readonly community: JoinSubject
  readonly way: Way
  readonly ownerDecides: boolean
  readonly invite: string
  readonly reply: PageReply | undefined
  readonly isSending: boolean
}

const buttonOf = (way: Way, reply: PageReply | undefined): string => {
  if (way === "approval") return "Send the application"
  return reply?.code === "E-TOKEN" || reply?.code === "E-GATEWAY" ? "Check again" : "Join"
}

/** The fields that a way of joining needs, the house rules, and the button. */
export function JoinFields({ community, invite, isSending, ownerDecides, reply, way }: Props) {
  const id = useId()
  return (
    <>
      {ownerDecides && <p>You were removed from this community. The owner decides whether you may come back.</p>}
      {way === "token" && community.joinToken !== null && (
        <p>
          Joining needs{" "}
          <b className="nowrap">
            {community.joinToken.minAmount} {tokenName(community)}
          </b>{" "}
          in your account. We check the ledger when you submit this; the tokens stay where they are.
        </p>
      )}
      {way === "approval" && <NoteField id={id} reply={reply} />}
      {way === "invite" ? (
        <InviteField id={id} reply={reply} invite={invite} />
      ) : (
        invite !== "" && <input type="hidden" name="invite" value={invite} />
      )}
      <RulesField id={id} reply={reply} community={community} />
      <BusyButton
        className="button"
        data-kind="primary"
        type="submit"
        name="intent"
        value="join"
        isBusy={isSending}
        aria-busy={isSending}
      >
        {isSending ? "Sending…" : buttonOf(way, reply)}
      </BusyButton>
    </>
  )
}

type FieldProps = {
  /** Prefix of all ids of this form. */
  readonly id: string
  readonly reply: PageReply | undefined
}

const about = (field: string, { id, reply }: FieldProps) => {
  const isWrong = reply?.fields[field] !== undefined
  return {
    id: `${id}${field}`,
    name: field,
    "aria-invalid": isWrong || undefined,
    "aria-describedby": isWrong ? `${id}${field}-error` : undefined
  }
}

function NoteField({ id, reply }: FieldProps) {
  return (
    <div className="field">
      <label htmlFor={`${id}note`}>Note to the moderators</label>
      <textarea
        {...about("note", { id, reply })}
        className="input"
        rows={3}
        maxLength={500}
        defaultValue={typed(reply, "note")}
        key={typed(reply, "note")}
      />
      <span className="field__hint">Who you are and why you would like to join. At most 500 characters.</span>
      <FieldError id={`${id}note-error`} message={reply?.fields.note} />
    </div>
  )
}

function InviteField({ id, invite, reply }: FieldProps & Pick<Props, "invite">) {
  return (
    <div className="field">
      <label htmlFor={`${id}invite`}>Invitation code</label>
      <input
        {...about("invite", { id, reply })}
        className="input"
        type="text"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={40}
        defaultValue={typed(reply, "invite", invite)}
        key={typed(reply, "invite", invite)}
      />
      <FieldError id={`${id}invite-error`} message={reply?.fields.invite} />
    </div>
  )
}

function RulesField({ community, id, reply }: FieldProps & Pick<Props, "community">) {
  return (
    <div className="field">
      <label className="check">
        <input
          {...about("rules", { id, reply })}
          type="checkbox"
          value="yes"
          defaultChecked={typed(reply, "rules") === "yes"}
        />
        <span>
          I accept the{" "}
          {community.visibility === "private" ? (
            "house rules"
          ) : (
            <a href={`/explore/${community.slug}#house-rules`}>house rules</a>
          )}
          .
        </span>
      </label>
      <FieldError id={`${id}rules-error`} message={reply?.fields.rules} />
    </div>
  )
}

/** The symbol if the token is the community's own, otherwise the token's address. */
const tokenName = ({ joinToken, tokenResource, tokenSymbol }: JoinSubject): string =>
  joinToken !== null && joinToken.resource === tokenResource && tokenSymbol !== null
    ? tokenSymbol
    : shortAddress(joinToken?.resource ?? "")
