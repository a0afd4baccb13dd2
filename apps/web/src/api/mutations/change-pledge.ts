import { callApi } from '../client.ts'

/** Id of the POD package, since the requirement pledges through the packages' call. */
const podPackageId = async (): Promise<number> => {
  const { items } = await callApi('getPackageConfigList')
  const pod = items.find(({ kind }) => kind === 'pod')
  if (pod === undefined) throw new TypeError('no POD package is on offer')
  return pod.packageId
}

/**
 * Pledges or unpledges POD units (18 decimals); returns the change and its effective time. Throws 20005 if
 * there are too few.
 */
export const changePledge = async (input: { action: 'pledge' | 'unpledge'; amount: bigint }) => {
  const packageId = await podPackageId()
  const answer = await callApi('investPledgeOrder', {
    request: { packageId, action: input.action, amount: String(input.amount) },
  })
  if (answer.kind !== 'pledge') throw new TypeError('a pledge was asked for')
  return answer
}
