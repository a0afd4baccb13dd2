// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity ^0.8.28;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// @notice A token that may answer `false`, take a fee of what is moved, or answer nothing, as some do.
contract UnrulyToken is ERC20("Unruly", "UNR") {
    enum Manner {
        Plain,
        Silent, // moves the tokens and answers nothing
        False, // moves nothing and answers `false`
        FalseThoughMoved,
        Fee, // of what is moved, `feeBps` go to no one
        Reverts
    }

    Manner public manner;
    uint256 public feeBps;
    /// @notice The only receiver that the manner holds for; zero: all.
    address public only;

    constructor(uint256 supply) {
        _mint(msg.sender, supply);
    }

    function behave(Manner manner_, uint256 feeBps_, address only_) external {
        (manner, feeBps, only) = (manner_, feeBps_, only_);
    }

    function mannerTo(address to) public view returns (Manner) {
        return only == address(0) || only == to ? manner : Manner.Plain;
    }

    function transfer(address to, uint256 value) public override returns (bool) {
        return _move(msg.sender, to, value);
    }

    function transferFrom(address from, address to, uint256 value) public override returns (bool) {
        _spendAllowance(from, msg.sender, value);
        return _move(from, to, value);
    }

    function _move(address from, address to, uint256 value) private returns (bool) {
        Manner now_ = mannerTo(to);
        if (now_ == Manner.False) return false;
        require(now_ != Manner.Reverts, "refused");
        uint256 fee = now_ == Manner.Fee ? value * feeBps / 10_000 : 0;
        _transfer(from, to, value - fee);
        if (fee != 0) _burn(from, fee);
        if (now_ == Manner.Silent) {
            assembly ("memory-safe") {
                return(0, 0)
            }
        }
        return now_ != Manner.FalseThoughMoved;
    }
}
