// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {TimelockController} from "@openzeppelin/contracts/governance/TimelockController.sol";

/// @title AdminTimelock: the only admin there is
/// @notice Every change of a setting is announced on chain and waits 14 days; after that anyone may carry it out. The
/// delay can be made longer through itself, never shorter than 14 days.
contract AdminTimelock is TimelockController {
    /// @notice Seconds between announcing a change and carrying it out, at least.
    uint256 public constant DELAY_MIN = 14 days;

    constructor(address proposer) TimelockController(DELAY_MIN, _one(proposer), _one(address(0)), address(0)) {}

    /// @inheritdoc TimelockController
    function getMinDelay() public view override returns (uint256) {
        uint256 delay = super.getMinDelay();
        return delay < DELAY_MIN ? DELAY_MIN : delay;
    }

    function _one(address account) private pure returns (address[] memory list) {
        list = new address[](1);
        list[0] = account;
    }
}
