import { Form, Link } from "@remix-run/react"
import { Block } from "~/components/base/parts/block"
import { DeployFirst, NothingHere } from "~/components/base/parts/nothing-here"
import type { PageReply } from "~/effects/base/remix/PageReply"
import type { IssuePage } from "~/effects/treasury/bonds/views"
import { STATES } from "~/effects/treasury/bonds/words"
import { IssueForm } from "./issue-form"
import { IssueReview } from "./issue-review"

type Props = { readonly page: IssuePage; readonly reply: PageReply | undefined }

/** The page to issue a bond: the form, then the review of the draft with the vote or the wallet. */
export function IssueView({ page, reply }: Props) {
  const { drafts, isDeployed, review } = page
  if (!isDeployed) {
    return (
      <NothingHere title="Issue a bond">
        <p>To issue a bond, the community first needs a treasury on the ledger.</p>
        <DeployFirst />
      </NothingHere>
    )
  }
  return (
    <div className="stack" data-gap="l">
      {review === null ? (
        <IssueForm page={page} reply={reply} />
      ) : (
        <IssueReview page={page} review={review} reply={reply} />
      )}
      {drafts.length > 0 && (
        <Block id="drafts" title="Drafts and bonds being issued">
          <ul className="entries">
            {drafts.map(({ code, id, name, state }) => (
              <li key={id}>
                <div className="row" data-apart>
                  <Link to={`?draft=${id}`}>
                    {code}, {name}
                  </Link>
                  <span className="row">
                    <span className="muted">{STATES[state]}</span>
                    {state === "draft" && (
                      <Form method="post">
                        <input type="hidden" name="series" value={id} />
                        <button
                          className="button"
                          data-size="s"
                          type="submit"
                          name="intent"
                          value="discard"
                          aria-label={`Discard ${code}`}
                        >
                          Discard
                        </button>
                      </Form>
                    )}
                  </span>
                </div>
              </li>
            ))}
          </ul>
        </Block>
      )}
    </div>
  )
}
