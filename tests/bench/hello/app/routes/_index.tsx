import { useLoaderData } from "@remix-run/react"

export const loader = () => ({ name: "world" })

export default function Hello() {
  const { name } = useLoaderData<typeof loader>()
  return <h1>Hello, {name}</h1>
}
