/**
 * The demonstration's people and their accounts. Their keys are derived from their names, so that every start, and every
 * later part of the demonstration, finds the same people; anyone who knows a name has the key. Local mode only.
 */
import { ed25519 } from "@noble/curves/ed25519.js"
import { blake2b } from "@noble/hashes/blake2.js"
import { utf8ToBytes } from "@noble/hashes/utils.js"
import { NETWORK_ID } from "~/effects/base/settings/networks"
import { type AccountAddress, deriveAddress } from "~/ledger/index"

/**
 * The people of the demonstration (docs/product/publishing.md). All of them are made up; their e-mail addresses end in
 * example.org.
 */
export interface DemoPerson {
  readonly name: string
  readonly bio: string
  /** Five to ten of the site's tags. */
  readonly tags: ReadonlyArray<string>
}

const garden = ["Farming", "Food", "Neighbourhoods", "Climate", "Co-operatives"]
const maps = ["Open source", "Grants", "Travel", "Research", "Privacy"]
const film = ["Film", "Arts", "Music", "Writing", "Photography"]
const solar = ["Energy", "Climate", "Neighbourhoods", "Hardware", "Co-operatives"]

const person = (
  name: string,
  bio: string,
  tags: ReadonlyArray<string>,
  ...more: ReadonlyArray<string>
): DemoPerson => ({
  name,
  bio,
  tags: [...new Set([...tags, ...more])]
})

export const people: ReadonlyArray<DemoPerson> = [
  person("Marta Lindqvist", "I look after the gate, the keys and the water bill of Riverside Garden.", garden, "Law"),
  person("Joaquim Teles", "Retired joiner. I build raised beds and the winter rota for the compost.", garden),
  person("Sofia Brandt", "Botany teacher. Bed 9, seed swaps, and far too many strawberries.", garden, "Education"),
  person("Amir Haddad", "Plumber by trade; I keep an eye on the two water tanks.", garden, "Hardware"),
  person("Dele Adeyemi", "I count hedgehogs and write it down. Bed 22, the wild corner.", garden, "Science"),
  person("Ruth Okafor", "Cook for forty on digging days. Tomatoes are my weakness.", garden, "Health"),
  person("Piet van Dam", "Beekeeper with three hives behind the tool shed.", garden, "Science"),
  person("Yuki Tanabe", "I draw the bed plan each spring and repaint the numbers.", garden, "Design"),
  person("Clara Monteiro", "Two children, one bed, and every Saturday from nine.", garden, "Education"),
  person("Henrik Solberg", "I mend the mower. Sometimes it thanks me.", garden, "Hardware"),
  person("Nadia Rahimi", "Herbs for the whole street, and a recipe for each of them.", garden, "Writing"),
  person("Tomasz Wolny", "Bookkeeper. I keep the garden's small accounts in order.", garden, "DeFi"),
  person("Ines Carvalho", "I draw footpaths that nobody has drawn and look for money to draw more.", maps, "Science"),
  person("Oskar Nyman", "Surveyor. Bus stops, benches, ramps: if you can touch it, I have mapped it.", maps),
  person("Leila Farouk", "I map wells and when they run dry, with people who walk to them.", maps, "Climate"),
  person("Gus Whitfield", "Retired bus driver. I know where the stops really are.", maps, "Neighbourhoods"),
  person("Mei Castellano", "I write the tools that turn walks into map data.", maps, "Hardware"),
  person("Anton Reiter", "Librarian, old maps, new questions about who owns them.", maps, "Law"),
  person("Sade Balogun", "I review grant reports and ask where the receipts are.", maps, "Journalism"),
  person("Theo Marchetti", "I run the projector on Thursdays and argue about aspect ratios.", film, "Design"),
  person("Agnes Holm", "Silent films with live piano, played by me and forgiven by all.", film),
  person("Kwame Mensah", "Documentaries, the longer the better. I bring the folding chairs.", film, "Journalism"),
  person("Bea Lindholm", "I paint the posters by hand, one for every Thursday.", film, "Design"),
  person("Rui Nakamura", "Animation nerd. Ask me about cel paint.", film, "Games"),
  person("Olive Hartley", "Subtitles in four languages; spotting errors in two more.", film, "Education"),
  person("Emil Kovacs", "Sound. If you hear the room instead of the film, tell me.", film, "Hardware"),
  person("Priya Nair", "I write a paragraph after every film. Some are kind.", film, "Research"),
  person("Sam Delacroix", "Westerns, and nothing but westerns, until outvoted.", film, "Travel"),
  person("Lotte Vermeer", "I keep the list of what we have seen, back to the first evening.", film, "Research"),
  person("Hugo Ferrand", "Popcorn. It is a science and I treat it like one.", film, "Food"),
  person("Zoe Papadaki", "Short films by people from this town. Send me yours.", film, "Grants"),
  person(
    "Hanna Vogel",
    "Electrician. I counted the roof tiles of the school so that you need not.",
    solar,
    "Education"
  ),
  person("Milan Petrov", "I read meters and publish what the roof makes, every month.", solar, "Open source"),
  person(
    "Grace Adeleke",
    "Head of the school under the roof. The pupils ask better questions than I do.",
    solar,
    "Education"
  ),
  person("Ivo Brandstetter", "Structural engineer; I say no when the beams do.", solar, "Design"),
  person("Nora Fitzgerald", "I explain the bond to people who do not like small print.", solar, "Writing"),
  person("Samir Khoury", "Neighbour across the street, with the best view of the panels.", solar, "Photography"),
  person("Elin Strand", "I lend to the roof and expect it back with sunshine.", solar, "DeFi"),
  person("Paolo Greco", "Scaffolding, ladders, safety lines. Nobody falls on my watch.", solar, "Health"),
  person("Dora Simic", "Retired physicist. I check the numbers twice and the sums three times.", solar, "Science")
]

/** 32 bytes of an ed25519 key. */
export const demoSecret = (name: string): Uint8Array =>
  blake2b(utf8ToBytes(`Commonhold demonstration: the account of ${name}`), { dkLen: 32 })

export const demoAccount = (name: string): AccountAddress =>
  deriveAddress("account", "curve25519", ed25519.getPublicKey(demoSecret(name)), NETWORK_ID)
