// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity 0.8.37;

/// @title ObservationRing: cumulative prices of the recent past, one a period
/// @dev One slot an observation: timestamp (32 bits) above the cumulative price modulo 2**224. The modulus
/// changes nothing: a difference over a window stays below 2**224 while the price is below 2**80. The place is
/// `timestamp / period % PLACES`; the first observation of a period is kept.
library ObservationRing {
    /// @dev Slots of the ring. Must exceed (window + slack) / period + 1.
    uint256 internal constant PLACES = 32;

    struct Ring {
        uint256[32] places;
    }

    /// @dev Whether the period of `timestamp` has no observation yet.
    function isFree(Ring storage self, uint256 timestamp, uint256 period) internal view returns (bool) {
        return (self.places[(timestamp / period) % PLACES] >> 224) / period != timestamp / period;
    }

    function write(Ring storage self, uint256 timestamp, uint256 period, uint224 cumulative) internal {
        self.places[(timestamp / period) % PLACES] = (timestamp << 224) | cumulative;
    }

    /// @dev Removes what was observed in the periods of `earliest` to `latest`.
    /// @return any Whether there was anything.
    function forget(Ring storage self, uint256 earliest, uint256 latest, uint256 period) internal returns (bool any) {
        for (uint256 epoch = earliest / period; epoch <= latest / period; ++epoch) {
            if (self.places[epoch % PLACES] == 0) continue;
            self.places[epoch % PLACES] = 0;
            any = true;
        }
    }

    /// @dev The newest observation not after `latest` and not before `earliest`; `timestamp` 0 when there is
    /// none.
    function find(Ring storage self, uint256 earliest, uint256 latest, uint256 period)
        internal
        view
        returns (uint256 timestamp, uint224 cumulative)
    {
        unchecked {
            uint256 oldest = earliest / period;
            uint256 epoch = latest / period;
            do {
                uint256 word = self.places[epoch % PLACES];
                timestamp = word >> 224;
                if (timestamp >= earliest && timestamp <= latest) {
                    // forge-lint: disable-next-line(unsafe-typecast)
                    return (timestamp, uint224(word)); // the lower 224 bits are the cumulative price
                }
            } while (epoch-- > oldest);
        }
        return (0, 0);
    }
}
