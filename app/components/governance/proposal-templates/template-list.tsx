import { Link } from "@remix-run/react"
import type { ReactNode } from "react"
import { Icon } from "~/components/base/parts/icon"
import { kindNames } from "~/effects/access/proposalKinds"
import type { TemplateLine } from "~/effects/governance/proposal-templates/views"
import { voteTypeNames } from "~/effects/governance/votes/proposal/voteTypes"

type Props = {
  readonly templates: ReadonlyArray<TemplateLine>
  /** Null if a template has no page to link to. */
  readonly hrefOf: (id: string) => string | null
  /** A sentence shown instead of the number of questions. */
  readonly noteOf?: (id: string) => string | null
  readonly more?: (template: TemplateLine) => ReactNode
}

/** A list of templates with their purpose and number of questions. */
export function TemplateList({ hrefOf, more, noteOf, templates }: Props) {
  return (
    <ul className="register" data-lay="plain">
      {templates.map((template) => {
        const { about, id, kind, name, questions, voteType } = template
        const href = hrefOf(id)
        const questionWords = questions === 1 ? "1 question" : `${questions} questions`
        return (
          <li key={id}>
            <Icon name="copy" />
            <div className="stack" data-gap="s">
              <h3 className="h4 template-name">{href === null ? name : <Link to={href}>{name}</Link>}</h3>
              {about !== "" && <p>{about}</p>}
              <p className="small muted">
                {noteOf?.(id) ?? `${kindNames[kind]} · ${voteTypeNames[voteType]} · ${questionWords}`}
              </p>
              {more?.(template)}
            </div>
          </li>
        )
      })}
    </ul>
  )
}
