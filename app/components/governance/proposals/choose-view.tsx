import { Link } from "@remix-run/react"
import { useFrame } from "~/components/base/site/use-frame"
import { TemplateList } from "~/components/governance/proposal-templates/template-list"
import { templatesHref } from "~/effects/communities/communities/hrefs"
import { settingsHref } from "~/effects/communities/steering/parts"
import { RULE } from "~/effects/governance/proposal-templates/builtIn"
import { fillHref } from "~/effects/governance/proposal-templates/hrefs"
import type { ChoosePage } from "~/effects/governance/proposal-templates/views"
import { proposalsHref } from "./paths"

/** The page that starts a proposal: from a template or blank. */
export function ChooseView({ page }: { readonly page: ChoosePage }) {
  const { id } = useFrame()
  /** Rule changes are attached in the settings, which only the owner can open. */
  const isSettings = (template: string) => template === RULE && page.leadsToSettings
  return (
    <div className="narrow stack" data-gap="l">
      <h1>New proposal</h1>
      <section className="block" aria-labelledby="from-template">
        <div className="block__head">
          <h2 id="from-template" className="h3">
            Start from a template
          </h2>
          {page.mayManage && <Link to={templatesHref(id)}>Manage templates</Link>}
        </div>
        <p className="small muted">Answer a few questions. The answers become the text, which you can still change.</p>
        <TemplateList
          templates={page.templates}
          hrefOf={(template) => (isSettings(template) ? settingsHref(id, "decisions") : fillHref(id, template))}
          noteOf={(template) =>
            isSettings(template) ? "In the settings, where the change becomes part of the vote." : null
          }
        />
      </section>
      <section className="block" aria-labelledby="blank">
        <h2 id="blank" className="h3 template-name">
          <Link to={proposalsHref(id, "?new=1")}>Blank</Link>
        </h2>
        <p className="small muted">Write everything yourself.</p>
      </section>
    </div>
  )
}
