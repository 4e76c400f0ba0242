import { Form, Link } from "@remix-run/react"
import { ReplyNotice } from "~/components/base/forms/reply-notice"
import { NothingYet } from "~/components/base/parts/nothing-yet"
import { Notice } from "~/components/base/parts/notice"
import { useFrame } from "~/components/base/site/use-frame"
import type { PageReply } from "~/effects/base/remix/PageReply"
import { templatesHref } from "~/effects/communities/communities/hrefs"
import { chooseHref, fillHref, newTemplateHref, templateHref } from "~/effects/governance/proposal-templates/hrefs"
import { LIMITS } from "~/effects/governance/proposal-templates/limits"
import type { TemplateLine, TemplatesList, TemplatesPage } from "~/effects/governance/proposal-templates/views"
import { TemplateForm } from "./template-form"
import { TemplateList } from "./template-list"

type Props = { readonly page: TemplatesPage; readonly reply: PageReply | undefined }

/** A community's templates for proposals, for the people who manage them. */
export function TemplatesView({ page, reply }: Props) {
  return page.view === "form" ? (
    <TemplateForm key={`${page.id}${page.version}`} page={page} reply={reply} />
  ) : (
    <Lists page={page} reply={reply} />
  )
}

function Lists({ page, reply }: { readonly page: TemplatesList; readonly reply: PageReply | undefined }) {
  const { id } = useFrame()
  const mayChange = page.obstacle === null
  return (
    <div className="narrow stack" data-gap="l">
      <div className="row" data-apart>
        <h1>Proposal templates</h1>
        <Link to={chooseHref(id)}>New proposal</Link>
      </div>
      <p className="muted">
        A template asks its author a few questions and sets up the vote. “New proposal” offers them first.
      </p>
      <ReplyNotice reply={reply} />
      {page.obstacle !== null && (
        <Notice>
          <p>{page.obstacle}</p>
        </Notice>
      )}
      <section className="block" aria-labelledby="own">
        <div className="block__head">
          <h2 id="own" className="h3">
            This community's templates
          </h2>
          {mayChange && page.offered.length < LIMITS.templates && (
            <Link className="button" data-kind="primary" data-size="s" to={newTemplateHref(id)}>
              New template
            </Link>
          )}
        </div>
        {page.offered.length === 0 ? (
          <NothingYet>
            <p>None yet. A community can have up to {LIMITS.templates}.</p>
          </NothingYet>
        ) : (
          <TemplateList
            templates={page.offered}
            hrefOf={(template) => (mayChange ? templateHref(id, template) : null)}
            more={(template) => mayChange && <Change template={template} intent="archive" word="Archive" />}
          />
        )}
      </section>
      <section className="block" aria-labelledby="built-in">
        <h2 id="built-in" className="h3">
          Built in
        </h2>
        <p className="small muted">Every community has these.</p>
        <TemplateList templates={page.builtIn} hrefOf={(template) => fillHref(id, template)} />
      </section>
      {page.archived.length > 0 && (
        <section className="block" aria-labelledby="archived">
          <h2 id="archived" className="h3">
            Archived
          </h2>
          <p className="small muted">No longer offered. Proposals made from them are not changed.</p>
          <TemplateList
            templates={page.archived}
            hrefOf={(template) => (mayChange ? templateHref(id, template) : null)}
            more={(template) => mayChange && <Change template={template} intent="restore" word="Restore" />}
          />
        </section>
      )}
    </div>
  )
}

type ChangeProps = {
  readonly template: TemplateLine
  readonly intent: "archive" | "restore"
  readonly word: string
}

function Change({ intent, template, word }: ChangeProps) {
  const { id } = useFrame()
  return (
    <Form method="post" action={templatesHref(id)} preventScrollReset>
      <input type="hidden" name="id" value={template.id} />
      <input type="hidden" name="version" value={template.version} />
      <button className="button" data-kind="quiet" data-size="s" type="submit" name="intent" value={intent}>
        {word}
        <span className="visually-hidden"> {template.name}</span>
      </button>
    </Form>
  )
}
