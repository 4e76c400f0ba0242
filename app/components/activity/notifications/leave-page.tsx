import { Form, Link } from "@remix-run/react"

type Props = {
  /** What the person unsubscribes from; null for invitations. */
  readonly emails: string | null
  /** Name of the community whose invitations the address declines; null for e-mails of an account. */
  readonly community: string | null
  readonly left: "these" | "everything" | undefined
}

/** The page that the unsubscribe link of every e-mail opens. Works signed out and without JavaScript. */
export function LeavePage({ community, emails, left }: Props) {
  if (community !== null) return <DeclinePage community={community} isDone={left !== undefined} />
  if (left !== undefined) {
    return (
      <div className="narrow" role="status">
        <h1>You have unsubscribed</h1>
        <p>
          {left === "everything"
            ? "You will get no more e-mails about communities. You still get notifications in your inbox on the site."
            : `You will no longer get ${emails}. You still get notifications in your inbox on the site.`}
        </p>
        <p>
          <Link to="/userDashboard/edit?tab=notifications">All your choices</Link>
        </p>
      </div>
    )
  }
  return (
    <div className="narrow">
      <h1>Unsubscribe from these e-mails</h1>
      <p>You are about to unsubscribe from {emails}. You will still see everything in your inbox on the site.</p>
      <Form method="post" className="row">
        <button className="button" data-kind="primary" type="submit" name="leave" value="these">
          Unsubscribe from these
        </button>
        <button className="button" type="submit" name="leave" value="everything">
          Unsubscribe from all
        </button>
      </Form>
    </div>
  )
}

function DeclinePage({ community, isDone }: { readonly community: string; readonly isDone: boolean }) {
  if (isDone) {
    return (
      <div className="narrow" role="status">
        <h1>No more invitations</h1>
        <p>This address gets no more invitations to {community}. The link in the e-mail no longer works.</p>
      </div>
    )
  }
  return (
    <div className="narrow">
      <h1>Get no more invitations</h1>
      <p>You are about to decline invitations to {community}. Its moderators see that you want none.</p>
      <Form method="post">
        <button className="button" data-kind="primary" type="submit">
          Decline
        </button>
      </Form>
    </div>
  )
}
