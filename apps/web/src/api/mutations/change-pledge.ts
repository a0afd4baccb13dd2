import { callApi } from '../client.ts'

/** The requirement pledges through the packages' call: POD is one of them. */
const podPackageId = async (): Promise<number> => {
  const { items } = await callApi('getPackageConfigList')
  const pod = items.find(({ kind }) => kind === 'pod')
  if (pod === undefined) throw new TypeError('no POD package is on offer')
  return pod.packageId
}

/**
 * Pledges or unpledges POD units (18 decimals); what it changed and from when. 20005 where there are not as
 * many.
 */
export const changePledge = async (input: { action: 'pledge' | 'unpledge'; amount: bigint }) => {
  const packageId = await podPackageId()
  const answer = await callApi('investPledgeOrder', {
    request: { packageId, action: input.action, amount: String(input.amount) },
  })
  if (answer.kind !== 'pledge') throw new TypeError('a pledge was asked for')
  return answer
}
