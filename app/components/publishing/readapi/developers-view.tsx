import { Fragment } from "react"
import { ContentsList } from "~/components/publishing/articles/contents-list"
import type { DevelopersPage } from "~/effects/publishing/readapi/DevelopersPage"
import { FieldsTable, shapeId } from "./fields-table"

type Props = {
  readonly page: DevelopersPage
  readonly title: string
  readonly summary: string
}

/** Documentation of the read API for people. */
export function DevelopersView({ page: { groups, shapes, words }, summary, title }: Props) {
  const contents = [
    { id: "rules", title: "Rules" },
    ...groups.map(({ name }) => ({ id: name, title: name })),
    { id: "shapes", title: "Shapes" }
  ]
  return (
    <article className="wrap page">
      <header className="page-head">
        <h1>{title}</h1>
        <p className="lead">{summary}</p>
        <p>
          <a href="/api/v1/openapi.json">OpenAPI document</a>
        </p>
      </header>
      <div className="columns article">
        <ContentsList contents={contents} />
        <div className="article__body">
          <div className="prose">
            <h2 id="rules">Rules</h2>
            <p>{words}</p>
            <ul>
              <li>
                Each address may send 60 requests a minute. Further requests get 429, with the seconds to wait in{" "}
                <code>Retry-After</code>.
              </li>
              <li>
                Every response has an <code>ETag</code>. Send it back in <code>If-None-Match</code> to get 304 while
                nothing has changed.
              </li>
              <li>
                Private and missing resources get 404. Every error has the shape{" "}
                <a href={`#${shapeId("Refusal")}`}>Refusal</a>.
              </li>
              <li>
                The API accepts GET and HEAD only. It cannot write: every change needs the signature of a person's
                wallet.
              </li>
            </ul>
            {groups.map((group) => (
              <Group key={group.name} group={group} />
            ))}
            <h2 id="shapes">Shapes</h2>
            {shapes.map(({ fields, name, words: about }) => (
              <Fragment key={name}>
                <h3 id={shapeId(name)}>{name}</h3>
                {about !== "" && <p>{about}</p>}
                <FieldsTable label={`Fields of ${name}`} fields={fields} />
              </Fragment>
            ))}
          </div>
        </div>
      </div>
    </article>
  )
}

function Group({ group: { name, operations, words } }: { readonly group: DevelopersPage["groups"][number] }) {
  return (
    <>
      <h2 id={name}>{name}</h2>
      <p>{words}</p>
      {operations.map((operation) => (
        <Operation key={operation.id} operation={operation} />
      ))}
    </>
  )
}

type OperationProps = { readonly operation: DevelopersPage["groups"][number]["operations"][number] }

function Operation({ operation: { asked, example, id, path, shape, summary, words } }: OperationProps) {
  return (
    <>
      <h3 id={id}>{summary}</h3>
      <p>
        <code>GET {path}</code>
      </p>
      <p>{words}</p>
      {asked.length > 0 && <FieldsTable label={`Parameters: ${summary}`} fields={asked} />}
      <p>
        Returns <a href={`#${shapeId(shape)}`}>{shape}</a>.
      </p>
      <details>
        <summary>Example</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines scroll inside the box, which the keyboard must reach */}
        <pre tabIndex={0}>
          <code>{example}</code>
        </pre>
      </details>
    </>
  )
}
