// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity 0.8.37;

/// @title RollingDay: an exact sum over the last day, in hourly buckets
/// @notice The amount spent within any 24 hours never exceeds the limit that the caller applies to the sum:
/// the current hour and the 24 whole hours before it count, so an amount frees up between 24 and 25 hours
/// after it was spent.
/// @dev A ring of at most 25 live buckets, one for each hour in which something was spent, two buckets a
/// slot; idle hours cost nothing, and every bucket is removed once, so the work per call is constant over
/// time. The head is one slot; its fields are read together, changed in memory (`Day`) and written together.
/// Places are never cleared to zero, so that each is paid for as new only once; and where no more than one
/// bucket is live, it and the new one go to the first slot, so that who spends once a day never pays for
/// another.
library RollingDay {
    /// @dev Hours an amount counts: the one it was spent in and the 24 after it.
    uint256 internal constant WINDOW_HOURS = 25;
    /// @dev Places in the ring: even, and at least `WINDOW_HOURS`.
    uint256 internal constant PLACES = 26;
    /// @dev The largest sum a day can hold, in base units: 309 million tokens of 18 decimals.
    uint256 internal constant AMOUNT_MAX = type(uint88).max;
    /// @dev The largest sum since the beginning, in base units.
    uint256 internal constant TOTAL_MAX = type(uint120).max;

    /// @notice More than 10**18 tokens in all.
    error TotalOverflow();

    struct Window {
        // total (120 bits) | live (88) | newestHour (24) | newestHour - oldestHour (8) | start (8) | count
        // (8)
        uint256 head;
        // two buckets each: hour since 1970 (24 bits) | amount (88), in the lower 112 of 128 bits
        uint256[13] places;
    }

    /// @dev A window's head at a moment, without what has run out by then.
    struct Day {
        uint256 total; // base units since the beginning
        uint256 live; // base units within the day
        uint256 newestHour;
        uint256 oldestHour;
        uint256 start; // place of the oldest live bucket
        uint256 count; // live buckets
    }

    /// @dev Base units spent since the beginning.
    function totalOf(Window storage self) internal view returns (uint256) {
        return self.head >> 136;
    }

    /// @dev The window as of `timestamp`, which is never earlier than that of the last `add`.
    function at(Window storage self, uint256 timestamp) internal view returns (Day memory day) {
        unchecked {
            uint256 head = self.head;
            uint256 count = uint8(head);
            uint256 newestHour = uint24(head >> 24);
            uint256 hour = timestamp / 1 hours;
            day.total = head >> 136;
            if (count == 0 || hour >= newestHour + WINDOW_HOURS) return day;

            uint256 live = uint88(head >> 48);
            uint256 start = uint8(head >> 8);
            uint256 oldestHour = newestHour - uint8(head >> 16);
            while (oldestHour + WINDOW_HOURS <= hour) {
                // ends at the newest bucket, which has not run out
                live -= uint88(_bucket(self, start));
                start = (start + 1) % PLACES;
                --count;
                oldestHour = _bucket(self, start) >> 88;
            }
            (day.live, day.newestHour, day.oldestHour) = (live, newestHour, oldestHour);
            (day.start, day.count) = (start, count);
        }
    }

    /// @dev Adds `amount` to `day`, which is `at(timestamp)`, and stores it. The caller has checked that
    /// `live + amount` is at most `AMOUNT_MAX`; `total` (120 bits) then lasts for 4 billion such days.
    function add(Window storage self, Day memory day, uint256 timestamp, uint256 amount) internal {
        unchecked {
            uint256 hour = timestamp / 1 hours;
            uint256 count = day.count;
            if (count != 0 && day.newestHour == hour) {
                uint256 place = (day.start + count - 1) % PLACES;
                _write(self, place, _bucket(self, place) + amount);
            } else {
                uint256 bucket = (hour << 88) | amount;
                if (count == 0) day.oldestHour = hour;
                if (count == 1) {
                    self.places[0] = _bucket(self, day.start) | (bucket << 128);
                    day.start = 0;
                } else {
                    _write(self, (day.start + count) % PLACES, bucket);
                }
                ++count;
            }
            self.head = ((day.total + amount) << 136) | ((day.live + amount) << 48) | (hour << 24)
                | ((hour - day.oldestHour) << 16) | (day.start << 8) | count;
        }
    }

    /// @dev Adds `amount` to what was spent since the beginning, and to no day. Checked, since no day's limit
    /// bounds it.
    function addToTotal(Window storage self, uint256 amount) internal {
        uint256 head = self.head;
        uint256 total = (head >> 136) + amount;
        if (total > TOTAL_MAX) revert TotalOverflow();
        self.head = (total << 136) | uint136(head);
    }

    function _bucket(Window storage self, uint256 place) private view returns (uint256) {
        return uint112(self.places[place >> 1] >> ((place & 1) << 7));
    }

    function _write(Window storage self, uint256 place, uint256 bucket) private {
        uint256 shift = (place & 1) << 7;
        uint256 other = self.places[place >> 1] & ~(uint256(type(uint128).max) << shift);
        self.places[place >> 1] = other | (bucket << shift);
    }
}
