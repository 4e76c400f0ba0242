import type { Field, FieldType } from "~/effects/publishing/readapi/contract/JsonSchema"

export const shapeId = (name: string): string => `shape-${name}`

type Props = {
  readonly label: string
  readonly fields: ReadonlyArray<Field>
}

/** Table of the fields of a request or response: name, type and meaning. */
export function FieldsTable({ fields, label }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table scrolls inside its own box, which the keyboard must reach
    <figure className="scroll" tabIndex={0} aria-label={label}>
      <table className="table" data-cards="text">
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Type</th>
            <th scope="col">Meaning</th>
          </tr>
        </thead>
        <tbody>
          {fields.map(({ isOptional, name, type, words }) => (
            <tr key={name}>
              <td data-label="Field">
                <code>{name}</code>
              </td>
              <td data-label="Holds">
                <Held type={type} />
                {isOptional && ", may be absent"}
              </td>
              <td data-label="Meaning">{words}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  )
}

function Held({ type: { isNullable, shape, words } }: { readonly type: FieldType }) {
  return (
    <>
      {words}
      {shape !== null && (
        <>
          {words !== "" && " "}
          <a href={`#${shapeId(shape)}`}>{shape}</a>
        </>
      )}
      {isNullable && " or null"}
    </>
  )
}
