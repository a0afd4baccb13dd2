import { DrawCard } from './draw-card.tsx'
import { DrawResults } from './draw-results.tsx'

/** All parts of the digit draw, loaded separately since it is off by default. */
export const DrawParts = () => (
  <>
    <DrawCard />
    <DrawResults />
  </>
)
