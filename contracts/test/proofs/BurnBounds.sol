// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity ^0.8.28;

/// @notice What leaves whole and what is withheld, as `Claims` and `FreshDeposits` count it, for
/// `script/prove.ts`.
contract BurnBounds {
    uint256 private constant MAX = 2 ** 100;

    uint256 private deposited;
    uint256 private free; // F
    uint256 private left; // P
    uint256 private whole; // left free of burn
    uint256 private today;
    uint256 private yesterday;

    function deposit(uint256 amount) external {
        require(amount < MAX && deposited < MAX);
        free = (free > left ? free : left) + amount;
        deposited += amount;
        today += amount;
    }

    /// @dev By claim, whose part that was put in leaves whole and is taken out of the fresh deposits.
    function claim(uint256 amount) external {
        require(amount < MAX && left < MAX);
        uint256 unreturned = free > left ? free - left : 0;
        uint256 part = amount < unreturned ? amount : unreturned;
        left += amount;
        whole += part;
        uint256 fresh = today + yesterday;
        uint256 fromToday = part < today ? part : today;
        uint256 fromYesterday = part - fromToday < yesterday ? part - fromToday : yesterday;
        today -= fromToday;
        yesterday -= fromYesterday;
        assert(today + yesterday == (fresh > part ? fresh - part : 0)); // fresh deposits fall by what left whole
    }

    function nextDay() external {
        (yesterday, today) = (today, 0);
    }

    function bounds() external view {
        assert(whole <= deposited); // no more leaves whole than was deposited
        assert(today + yesterday <= deposited); // no more is fresh than was deposited
    }

    /// @dev `bps` is at most 1,000.
    function withheld(uint256 amount, uint256 unreturned, uint256 bps) external pure {
        require(amount < MAX && bps <= 1_000);
        uint256 burning = amount > unreturned ? amount - unreturned : 0;
        uint256 share = burning * bps / 10_000;
        assert(share <= burning); // nothing that was put in burns
    }
}
