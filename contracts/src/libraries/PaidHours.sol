// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity 0.8.37;

/// @title PaidHours: until when each machine's electricity is paid, ten machines a slot
/// @dev 24 bits a machine: whole hours since 1970, enough until the year 3883.
library PaidHours {
    /// @notice Electricity cannot be paid beyond the year 3883.
    error PaidHoursOverflow();

    /// @dev Machines whose times share one slot.
    uint256 internal constant PER_SLOT = 10;

    /// @dev The number of the slot that holds machine `offset` of a purchase (0 … 99).
    function slotOf(uint256 purchaseId, uint256 offset) internal pure returns (uint256) {
        return (purchaseId << 4) | (offset / PER_SLOT);
    }

    /// @dev Hours since 1970, rounded up.
    function ceilHour(uint256 timestamp) internal pure returns (uint256) {
        unchecked {
            return (timestamp + 1 hours - 1) / 1 hours;
        }
    }

    function get(uint256 word, uint256 offset) internal pure returns (uint256 hour) {
        return (word >> ((offset % PER_SLOT) * 24)) & type(uint24).max;
    }

    /// @dev `word` with machine `offset` paid for `duration` hours more, from `fromHour` or from where it is
    /// paid until, whichever is later.
    function extend(uint256 word, uint256 offset, uint256 fromHour, uint256 duration) internal pure returns (uint256) {
        unchecked {
            uint256 shift = (offset % PER_SLOT) * 24;
            uint256 before = (word >> shift) & type(uint24).max;
            uint256 until = (before > fromHour ? before : fromHour) + duration;
            if (until > type(uint24).max) revert PaidHoursOverflow();
            return word ^ ((before ^ until) << shift);
        }
    }

    /// @dev `hour` in the 24 bits it is kept in.
    function toPaidHour(uint256 hour) internal pure returns (uint24) {
        if (hour > type(uint24).max) revert PaidHoursOverflow();
        // forge-lint: disable-next-line(unsafe-typecast)
        return uint24(hour); // checked in the line above
    }
}
