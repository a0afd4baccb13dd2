// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";

/// @notice An ERC-20 whose holder can destroy tokens (OpenZeppelin's ERC20Burnable).
interface IBurnable is IERC20 {
    /// @notice Destroys `value` base units of the caller's.
    function burn(uint256 value) external;

    /// @notice Destroys `value` base units of `account`'s, out of the caller's allowance.
    function burnFrom(address account, uint256 value) external;
}
