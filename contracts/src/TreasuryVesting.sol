// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {VestingWallet} from "@openzeppelin/contracts/finance/VestingWallet.sol";

/// @title TreasuryVesting: the treasury's DR and DRGV, released evenly over four years
contract TreasuryVesting is VestingWallet {
    /// @notice Seconds over which every token held here becomes releasable to the treasury.
    uint64 public constant VESTING_DURATION = 1461 days;

    constructor(address treasury) VestingWallet(treasury, uint64(block.timestamp), VESTING_DURATION) {}
}
