/** From a schema to its form (`app/connector/wire/Form.ts`): generates `forms.ts`. */
import { Option, type Schema, SchemaAST } from "effect"
import { rules } from "~/connector/schema/rules"
import type { Form } from "~/connector/wire/Form"

const isRuleName = (name: string): name is keyof typeof rules => Object.hasOwn(rules, name)

const literal = (ast: SchemaAST.Literal) => {
  if (typeof ast.literal === "bigint") throw new Error("no bigint is on the wire")
  return ast.literal
}

const oneOf = (members: ReadonlyArray<SchemaAST.AST>): Form => {
  // On the wire a key is present or not; undefined cannot arrive.
  const sent = members.filter((ast) => !SchemaAST.isUndefinedKeyword(ast))
  const literals = sent.filter(SchemaAST.isLiteral)
  if (literals.length === sent.length) return ["is", ...literals.map(literal)]
  const [only, ...more] = sent.map(formOfAst)
  if (only === undefined) throw new Error("a union of nothing")
  return more.length === 0 ? only : ["one of", [only, ...more]]
}

const formOfAst = (ast: SchemaAST.AST): Form => {
  switch (ast._tag) {
    case "StringKeyword":
      return "text"
    case "NumberKeyword":
      return "number"
    case "BooleanKeyword":
      return "truth"
    case "UnknownKeyword":
      return "anything"
    case "Literal":
      return ["is", literal(ast)]
    case "Union":
      return oneOf(ast.types)
    case "TupleType": {
      const [item] = ast.rest
      if (item === undefined || ast.elements.length > 0) throw new Error("only lists are on the wire")
      return ["list", formOfAst(item.type)]
    }
    case "TypeLiteral":
      return Object.fromEntries(
        ast.propertySignatures.map(({ isOptional, name, type }) => [
          `${String(name)}${isOptional ? "?" : ""}`,
          formOfAst(type)
        ])
      )
    case "Refinement": {
      const name = Option.getOrElse(SchemaAST.getIdentifierAnnotation(ast), () => "")
      if (!isRuleName(name)) throw new Error(`a rule without a name: ${ast}`)
      return ["ruled", name, formOfAst(ast.from)]
    }
    default:
      throw new Error(`the reader does not know ${ast._tag}`)
  }
}

export const formOf = <A, I>(schema: Schema.Schema<A, I>): Form => formOfAst(schema.ast)
