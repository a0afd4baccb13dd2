// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

/// @title RollingDay: an exact sum over the last day, in hourly buckets
/// @notice What was spent within any 24 hours is never more than the limit the caller checks `used` against: the current
/// hour and the 24 whole hours before it count, so an amount frees up between 24 and 25 hours after it was spent.
/// @dev A ring of at most 25 live buckets, one an hour in which something was spent, two buckets a slot; empty hours cost
/// nothing. The head is one slot: sum over all time, sum over the live buckets, the newest bucket's hour, and where the
/// ring starts. Buckets fall out of the ring as time passes, so the work per call is constant over time. Slots are never
/// cleared to zero, so that a place in the ring is paid for as new only once.
library RollingDay {
    /// @dev Hours an amount counts: the one it was spent in and the 24 after it.
    uint256 internal constant WINDOW_HOURS = 25;
    /// @dev Places in the ring (even, and at least `WINDOW_HOURS`).
    uint256 internal constant PLACES = 26;
    /// @dev The largest sum a window can hold, in base units: 309 million tokens of 18 decimals.
    uint256 internal constant AMOUNT_MAX = type(uint88).max;

    struct Window {
        uint128 total;
        uint88 live;
        uint24 newestHour;
        uint8 start;
        uint8 count;
        uint256[13] places;
    }

    /// @dev Base units spent within the last day, as of `timestamp`.
    function used(Window storage self, uint256 timestamp) internal view returns (uint256 live) {
        uint256 hour = timestamp / 1 hours;
        uint256 count = self.count;
        if (hour >= uint256(self.newestHour) + WINDOW_HOURS) return 0;
        live = self.live;
        uint256 start = self.start;
        for (uint256 i = 0; i < count; ++i) {
            (uint256 bucketHour, uint256 amount) = _bucket(self, (start + i) % PLACES);
            if (bucketHour + WINDOW_HOURS > hour) break;
            live -= amount;
        }
    }

    /// @dev Adds `amount` at `timestamp` (never earlier than the last call's). The caller has checked that
    /// `used + amount` is within its limit, and that the limit is at most `AMOUNT_MAX`.
    function spend(Window storage self, uint256 timestamp, uint256 amount) internal {
        uint256 hour = timestamp / 1 hours;
        (uint256 live, uint256 start, uint256 count) = (self.live, self.start, self.count);
        uint256 newestHour = self.newestHour;

        if (hour >= newestHour + WINDOW_HOURS) {
            (live, start, count) = (0, 0, 0);
        } else {
            while (count != 0) {
                (uint256 bucketHour, uint256 expired) = _bucket(self, start);
                if (bucketHour + WINDOW_HOURS > hour) break;
                live -= expired;
                start = (start + 1) % PLACES;
                --count;
            }
        }

        if (count != 0 && newestHour == hour) {
            uint256 place = (start + count - 1) % PLACES;
            (, uint256 before) = _bucket(self, place);
            _write(self, place, hour, before + amount);
        } else {
            _write(self, (start + count) % PLACES, hour, amount);
            ++count;
        }
        self.total += uint128(amount);
        self.live = uint88(live + amount);
        self.newestHour = uint24(hour);
        self.start = uint8(start);
        self.count = uint8(count);
    }

    function _bucket(Window storage self, uint256 place) private view returns (uint256 hour, uint256 amount) {
        uint256 word = self.places[place >> 1] >> ((place & 1) * 128);
        return ((word >> 88) & type(uint24).max, word & type(uint88).max);
    }

    function _write(Window storage self, uint256 place, uint256 hour, uint256 amount) private {
        uint256 shift = (place & 1) * 128;
        uint256 word = self.places[place >> 1] & ~(uint256(type(uint128).max) << shift);
        self.places[place >> 1] = word | (((hour << 88) | amount) << shift);
    }
}
