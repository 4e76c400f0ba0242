export default function Home() {
  return <h1>Decide together. Fund together. Check everything.</h1>
}
