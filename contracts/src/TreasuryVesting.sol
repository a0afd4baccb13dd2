// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity 0.8.37;

import {VestingWallet} from "@openzeppelin/contracts/finance/VestingWallet.sol";

/// @title TreasuryVesting: the treasury's DR and DRGV, released evenly over four years
/// @custom:security-contact SECURITY.md, at the root of the repository of these sources
contract TreasuryVesting is VestingWallet {
    /// @notice Seconds over which every token held here becomes releasable to the treasury.
    uint64 public constant VESTING_DURATION = 1461 days;

    constructor(address treasury) VestingWallet(treasury, uint64(block.timestamp), VESTING_DURATION) {}
}
