/** Numbers from 0 to 1 that are the same in every run (Park and Miller). */
export const numbersFrom = (seed: number) => {
  let last = seed
  return () => {
    last = (last * 48_271) % 2_147_483_647
    return last / 2_147_483_647
  }
}
