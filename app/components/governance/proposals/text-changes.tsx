import { diffTexts } from "~/effects/base/text/diff"

const marks = { same: "span", added: "ins", removed: "del" } as const

type Props = { readonly before: string; readonly after: string }

/** Two texts as one: deletions are struck out, insertions are underlined. */
export function TextChanges({ after, before }: Props) {
  return (
    <div className="changes">
      {diffTexts(before, after).map(({ kind, text }, place) => {
        const Tag = marks[kind]
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of two given texts never change their order
        return <Tag key={place}>{text}</Tag>
      })}
    </div>
  )
}
