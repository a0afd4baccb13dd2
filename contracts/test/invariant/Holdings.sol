// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";

import {Fixture} from "../support/Fixture.sol";

/// @notice Balances and allowances of each actor: an action changes that of
/// its caller alone.
abstract contract Holdings is Fixture {
    /// @dev The caller of an action that may change the holdings of no actor.
    address internal constant NONE = address(0);

    mapping(address account => bytes32) private _noted;

    function _noteHoldings(address account) internal {
        _noted[account] = _holdingsOf(account);
    }

    /// @dev Called after each action, for each actor: only the caller may have other holdings than before.
    function _assertHoldings(address account, address caller) internal {
        if (account == caller) _noteHoldings(account);
        else assertEq(_holdingsOf(account), _noted[account], "tokens or allowances of another");
    }

    /// @dev Balances of all four tokens, and the allowances to DigitalRights and, of DR, to the node vault.
    function _holdingsOf(address account) private view returns (bytes32) {
        IERC20[4] memory all =
            [IERC20(address(usdt)), IERC20(address(usdr)), IERC20(address(dr)), IERC20(address(drgv))];
        uint256[9] memory holdings;
        for (uint256 i = 0; i < 4; ++i) {
            holdings[i] = all[i].balanceOf(account);
            holdings[4 + i] = all[i].allowance(account, address(rights));
        }
        holdings[8] = dr.allowance(account, address(nodeVault));
        return keccak256(abi.encode(holdings));
    }
}
